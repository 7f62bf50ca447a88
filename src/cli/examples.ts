import type { Command } from "commander";
import { wrap } from "./text-width.ts";

const HELP_WIDTH = 80;
const HELP_WIDTH_MAX = 100;

/** Lines of a help: a command after `$`, perhaps a `#` remark behind it. A test runs them through the parser. */
export function addExamples(command: Command, examples: string[], explanation = ""): Command {
  return command.addHelpText("after", () => {
    const lines = examples.map((example) => `  $ ${example}`).join("\n");
    const before = explanation === "" ? "" : `\n${flowing(explanation)}\n`;
    return `${before}\nExamples:\n${lines}`;
  });
}

/** Broken anew for this terminal; lines that are indented are commands and stay as they are. */
function flowing(explanation: string): string {
  const width = Math.min(process.stdout.columns ?? HELP_WIDTH, HELP_WIDTH_MAX);
  const blocks: string[] = [];
  for (const line of explanation.split("\n")) {
    const before = blocks.at(-1);
    if (line.startsWith("  ") || before === undefined || before.startsWith("  ")) blocks.push(line);
    else blocks[blocks.length - 1] = `${before} ${line}`;
  }
  return blocks.map((block) => (block.startsWith("  ") ? block : wrap(block, width).join("\n"))).join("\n");
}
