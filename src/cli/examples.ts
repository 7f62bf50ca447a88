import type { Command } from "commander";

/** Lines of a help: a command after `$`, perhaps a `#` remark behind it. A test runs them through the parser. */
export function addExamples(command: Command, examples: string[], explanation = ""): Command {
  const lines = examples.map((example) => `  $ ${example}`).join("\n");
  const before = explanation === "" ? "" : `\n${explanation}\n`;
  return command.addHelpText("after", `${before}\nExamples:\n${lines}`);
}
