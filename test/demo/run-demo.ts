import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

const MAIN = join(import.meta.dirname, "..", "..", "demo", "main.ts");

export interface DemoRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The demo as a process of its own, without a terminal, to its end. `temporary` is where its folder will be. */
export function runDemo(args: string[], temporary?: string): Promise<DemoRun> {
  return startDemo(args, temporary).ended;
}

/** The same, to be watched while it runs. */
export function startDemo(
  args: string[],
  temporary?: string,
): { child: ChildProcess; ended: Promise<DemoRun>; said: (text: string) => Promise<void> } {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH, HOME, TMPDIR: temporary ?? TMPDIR },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  let waiting: { text: string; resolve: () => void }[] = [];
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
    for (const { resolve } of waiting.filter(({ text }) => stdout.includes(text))) resolve();
    waiting = waiting.filter(({ text }) => !stdout.includes(text));
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<DemoRun>((resolve) => child.once("close", (code) => resolve({ code, stdout, stderr })));
  return {
    child,
    ended,
    said: (text) =>
      new Promise((resolve, reject) => {
        if (stdout.includes(text)) resolve();
        waiting.push({ text, resolve });
        child.once("close", () => reject(new Error(`the demo ended without saying "${text}":\n${stdout}${stderr}`)));
      }),
  };
}
