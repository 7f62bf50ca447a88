import type { Command, Option } from "commander";

/** What can be typed at one place of a command line. */
export interface CompletionNode {
  /** The verbs before it, joined by spaces: "", "job", "job watch". */
  path: string;
  verbs: { name: string; summary: string }[];
  options: CompletionOption[];
  /** Words for the first argument; else files where it names one. */
  words: string[];
  takesFile: boolean;
}

export interface CompletionOption {
  /** `--entity`, and `-h` where there is one. */
  flags: string[];
  summary: string;
  takesValue: boolean;
  values: string[];
  valueIsFile: boolean;
}

const FILE_ARGUMENT = /^(file|path)$/;
const FILE_VALUE = /^(file|path|folder)$/;

/** One node for each verb and each part of a verb, the program itself first. */
export function completionTree(program: Command): CompletionNode[] {
  const shared = program.options.filter((option) => option.long !== "--version").map(optionOf);
  const help: CompletionOption = {
    flags: ["--help", "-h"],
    summary: "show help",
    takesValue: false,
    values: [],
    valueIsFile: false,
  };
  return nodesOf(program, "", [...shared, help]);
}

function nodesOf(command: Command, path: string, shared: CompletionOption[]): CompletionNode[] {
  const isRoot = path === "";
  const own = isRoot ? [] : command.options.filter((option) => !option.hidden).map(optionOf);
  const [first] = command.registeredArguments;
  const node: CompletionNode = {
    path,
    verbs: command.commands.map((part) => ({ name: part.name(), summary: part.description() })),
    options: [...own, ...shared],
    words: [...(first?.argChoices ?? [])],
    takesFile: command.registeredArguments.some((argument) => FILE_ARGUMENT.test(argument.name())),
  };
  const parts = command.commands.flatMap((part) =>
    nodesOf(part, isRoot ? part.name() : `${path} ${part.name()}`, shared),
  );
  return [node, ...parts];
}

function optionOf(option: Option): CompletionOption {
  const value = /[<[]([^>\]]+)[>\]]/.exec(option.flags)?.[1] ?? "";
  return {
    flags: [option.long, option.short].filter((flag) => flag !== undefined && flag !== null),
    summary: option.description,
    takesValue: option.required || option.optional,
    values: [...(option.argChoices ?? [])],
    valueIsFile: FILE_VALUE.test(value),
  };
}
