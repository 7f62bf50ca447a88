import { Argument, type Command } from "commander";
import { addExamples } from "./examples.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

/** `shelfwire completion`: what a shell needs to complete verbs, options and their values. */
export function defineCompletion(command: Command): void {
  command.addArgument(new Argument("<shell>", "the shell").choices(SHELLS)).action(async (shell: Shell) => {
    const { createWholeProgram } = await import("./program.ts");
    const { completionTree } = await import("./completion-tree.ts");
    const { bashScript, fishScript, zshScript } = await import("./completion-scripts.ts");
    const tree = completionTree(await createWholeProgram());
    const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };
    process.stdout.write(scripts[shell](tree));
  });
  addExamples(
    command,
    [
      "shelfwire completion bash > ~/.local/share/bash-completion/completions/shelfwire",
      "source <(shelfwire completion bash)    # or this line in ~/.bashrc",
      "shelfwire completion zsh > ~/.zfunc/_shelfwire    # a folder of fpath",
      "shelfwire completion fish > ~/.config/fish/completions/shelfwire.fish",
    ],
    "Print it again after an update, as it holds the verbs and options of this version.",
  );
}
