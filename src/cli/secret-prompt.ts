import { createInterface } from "node:readline/promises";
import { CommandFailed } from "./command-errors.ts";
import { EXIT } from "./exit-codes.ts";

/** Whether there is somebody to ask. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Asks on standard error, so that standard output stays for data; Enter takes the proposal. */
export async function ask(question: string, proposal = ""): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const interrupted = new Promise<never>((_, reject) => lines.once("SIGINT", () => reject(givenUp())));
    const hint = proposal === "" ? "" : ` [${proposal}]`;
    const answer = (await Promise.race([lines.question(`${question}${hint}: `), interrupted])).trim();
    return answer === "" ? proposal : answer;
  } finally {
    lines.close();
  }
}

const ENTER = new Set(["\r", "\n"]);
const CTRL_C = "\u0003";
const CTRL_D = "\u0004";
const CTRL_U = "\u0015";
const ERASE = new Set(["\u007f", "\b"]);

/** Asks for something that must not be seen: what is typed or pasted is not shown. */
export async function askSecret(question: string): Promise<string> {
  const { stdin, stderr } = process;
  // Before the question: what is pasted at the very moment it appears would be shown by the terminal itself.
  stdin.setRawMode(true);
  stderr.write(`${question} (not shown): `);
  stdin.resume();
  stdin.setEncoding("utf8");
  try {
    let typed = "";
    for await (const chunk of stdin.iterator({ destroyOnReturn: false })) {
      for (const key of String(chunk)) {
        if (ENTER.has(key)) return typed.trim();
        if (key === CTRL_C || (key === CTRL_D && typed === "")) throw givenUp();
        if (ERASE.has(key)) typed = typed.slice(0, -1);
        else if (key === CTRL_U) typed = "";
        else if (key >= " ") typed += key;
      }
    }
    return typed.trim();
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write("\n");
  }
}

function givenUp(): CommandFailed {
  return new CommandFailed("given up; nothing was changed", EXIT.interrupted);
}
