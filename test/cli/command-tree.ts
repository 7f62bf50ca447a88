import type { Command } from "commander";

/** A verb, or a part of one, that does something. */
export interface Leaf {
  /** `store list` */
  path: string;
  command: Command;
  help: string;
}

/** Everything that can be called. */
export function leaves(command: Command, path = ""): Leaf[] {
  return command.commands.flatMap((part) => {
    const own = path === "" ? part.name() : `${path} ${part.name()}`;
    return part.commands.length > 0 ? leaves(part, own) : [{ path: own, command: part, help: helpOf(part) }];
  });
}

/** What is wrong with a line such as `echo x | shelfwire upload a.csv --watch > out`; none where all of it is known. */
export function problemsOfExample(program: Command, line: string): string[] {
  const calls = [...line.replace(/ #.*$/, "").matchAll(/(?<![\w/])shelfwire ([a-z][^|)>]*)/g)].map(([, call = ""]) =>
    call.trim(),
  );
  return calls.length === 0 ? [`${line}: calls nothing`] : calls.flatMap((call) => problemsOfCall(program, call));
}

function problemsOfCall(program: Command, call: string): string[] {
  const words: string[] = call.match(/"[^"]*"|'[^']*'|\$\([^)]*\)?|[^\s"']+/g) ?? [];
  let command = program;
  let rest = words;
  for (const word of words) {
    const part = command.commands.find((one) => one.name() === word || one.aliases().includes(word));
    if (part === undefined) break;
    command = part;
    rest = rest.slice(1);
  }
  if (command.commands.length > 0)
    return rest.includes("--help") ? [] : [`${call}: calls no part of ${command.name()}`];
  const options = [...command.options, ...program.options];
  const unknown = rest
    .filter((word) => word.startsWith("--") && word !== "--help" && word !== "--version")
    .filter((word) => !options.some(({ long, negate }) => word === long || (negate && word === long)));
  return unknown.map((word) => `${call}: ${word} is no option`);
}

function helpOf(command: Command): string {
  let help = "";
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
  });
  command.outputHelp();
  return help;
}
