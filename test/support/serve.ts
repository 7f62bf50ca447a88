import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

const MAIN = join(import.meta.dirname, "..", "..", "src", "main.ts");

export interface ServeProcess {
  child: ChildProcess;
  /** Where it listens, as its own log says. */
  url: string;
  /** Everything it has said so far. */
  output(): string;
  /** Ends it the hard way and waits until it is gone. */
  kill(): Promise<void>;
  /** Asks it to stop; the exit code. */
  stop(): Promise<number | null>;
}

/** A real `shelfwire serve` in a process of its own; resolves when it says that it is running. */
export async function startServe(environment: Record<string, string>): Promise<ServeProcess> {
  const { child, output, ended } = spawnServe(environment);
  const url = await new Promise<string>((resolve, reject) => {
    child.once("close", () => reject(new Error(`shelfwire serve ended before it was running:\n${output()}`)));
    createInterface({ input: child.stdout ?? process.stdin }).on("line", (line) => {
      const match = /"url":"([^"]+)".*"msg":"Shelfwire is running"/.exec(line);
      if (match?.[1]) resolve(match[1]);
    });
  });
  return {
    child,
    url,
    output,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    async stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

/** A `shelfwire serve` that is expected to end by itself. */
export async function serveToEnd(
  environment: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const { output, ended } = spawnServe(environment);
  const code = await ended;
  return { code, output: output() };
}

function spawnServe(environment: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN, "serve"], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, SHELFWIRE_PORT: "0", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      said += chunk;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, output: () => said, ended };
}
