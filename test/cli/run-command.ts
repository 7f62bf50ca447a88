import { spawn } from "node:child_process";
import { join } from "node:path";

export const LAUNCHER = join(import.meta.dirname, "..", "..", "bin", "shelfwire");

/** A folder that is not there. */
export const NOWHERE = join(import.meta.dirname, "no-such-folder");

export interface CommandEnd {
  code: number | null;
  stdout: string;
  stderr: string;
  /** Standard output as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared, not computed with.
  json(): any;
  /** Standard output as JSON lines. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared, not computed with.
  jsonLines(): any[];
}

export interface RunOptions {
  environment?: Record<string, string>;
  input?: string;
  launcher?: string;
  cwd?: string;
  /** See what is written as it grows; may send a signal. */
  onStderr?: (soFar: string, kill: (signal: NodeJS.Signals) => void) => void;
  onStdout?: (soFar: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** Runs the command line as a process of its own, with pipes in place of a terminal. */
export function runCommand(args: string[], options: RunOptions = {}): Promise<CommandEnd> {
  return new Promise((resolve, reject) => {
    const { PATH, HOME } = process.env;
    const child = spawn(options.launcher ?? LAUNCHER, args, {
      // No profiles of whoever runs the tests.
      env: { PATH, HOME, XDG_CONFIG_HOME: NOWHERE, ...options.environment },
      cwd: options.cwd,
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
      options.onStdout?.(stdout, (signal) => child.kill(signal));
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
      options.onStderr?.(stderr, (signal) => child.kill(signal));
    });
    child.once("error", reject);
    child.once("close", (code) => resolve(endOf(code, stdout, stderr)));
    child.stdin.end(options.input ?? "");
  });
}

function endOf(code: number | null, stdout: string, stderr: string): CommandEnd {
  return {
    ...{ code, stdout, stderr },
    json: () => JSON.parse(stdout),
    jsonLines: () =>
      stdout
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line)),
  };
}
