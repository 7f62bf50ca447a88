import { spawn } from "node:child_process";
import { join } from "node:path";

const LAUNCHER = join(import.meta.dirname, "..", "..", "bin", "shelfwire");

export interface CommandEnd {
  code: number | null;
  stdout: string;
  stderr: string;
  /** Standard output as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared, not computed with.
  json(): any;
}

export interface RunOptions {
  environment?: Record<string, string>;
  input?: string;
  launcher?: string;
  cwd?: string;
  /** Sees standard error as it grows; may send a signal. */
  onStderr?: (soFar: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** Runs the command line as a process of its own, with pipes in place of a terminal. */
export function runCommand(args: string[], options: RunOptions = {}): Promise<CommandEnd> {
  return new Promise((resolve, reject) => {
    const { PATH, HOME } = process.env;
    const child = spawn(options.launcher ?? LAUNCHER, args, {
      env: { PATH, HOME, ...options.environment },
      cwd: options.cwd,
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
      options.onStderr?.(stderr, (signal) => child.kill(signal));
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr, json: () => JSON.parse(stdout) }));
    child.stdin.end(options.input ?? "");
  });
}
