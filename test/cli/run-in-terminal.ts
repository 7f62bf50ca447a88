import { spawn } from "node:child_process";
import { isThere } from "../support/programs.ts";
import { LAUNCHER, NOWHERE } from "./run-command.ts";

export interface TerminalEnd {
  code: number | null;
  /** Everything that was written to the terminal, escape sequences included. */
  output: string;
  /** What stood there at the end, line by line: lines that were written over are gone. */
  screen: string[];
}

export interface TerminalOptions {
  columns?: number;
  environment?: Record<string, string>;
  /** Sees the output as it grows; what it answers is typed. It may answer the same until the output has grown. */
  type?: (output: string) => string | undefined;
}

export const CTRL_C = "\u0003";

/** `script` of util-linux gives a command a terminal of its own; the set-up of the tests brings it, or says that it is missing. */
export const HAS_TERMINAL = isThere("script");

/** Runs the command line in a terminal of so many columns. */
export function runInTerminal(args: string[], options: TerminalOptions = {}): Promise<TerminalEnd> {
  const { columns = 80, environment, type = () => undefined } = options;
  const { PATH, HOME } = process.env;
  const words = [LAUNCHER, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
  return new Promise((resolve, reject) => {
    const command = `stty cols ${columns} rows 50 && exec ${words}`;
    const child = spawn("script", ["-q", "-f", "-e", "-c", command, "/dev/null"], {
      env: { PATH, HOME, TERM: "xterm", SHELL: "/bin/sh", XDG_CONFIG_HOME: NOWHERE, ...environment },
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
      const typed = type(output);
      if (typed !== undefined) child.stdin.write(typed);
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output, screen: screenOf(output) }));
  });
}

/** As a terminal shows it: a carriage return goes back to the start of the line, and `ESC[2K` empties it. */
function screenOf(output: string): string[] {
  return output
    .split(/\r*\n/)
    .map((line) => line.split(OVERWRITTEN).at(-1) ?? "")
    .map((line) => line.replaceAll(SEQUENCES, ""));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the same.
const OVERWRITTEN = /\r|\u001b\[2K/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one.
export const SEQUENCES = /\u001b\[[0-9;?]*[A-Za-z]/g;
