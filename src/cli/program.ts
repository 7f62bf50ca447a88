/**
 * The command line's frame: which verbs there are, what they share, and how a command ends. Each verb is one file,
 * loaded when it is called. Data goes to standard output, everything else to standard error.
 */
import { Command } from "commander";
import { VERSION } from "../version.ts";
import { EXIT_CODES_HELP } from "./exit-codes.ts";
import { addSharedOptions } from "./settings.ts";
import { VERBS } from "./verbs.ts";

const START_HELP = `
Examples:
  $ shelfwire serve                                         start the service
  $ shelfwire login --operator                              as operator: keep the token,
  $ shelfwire project create acme --signing                 make a project,
  $ shelfwire token create --project acme --user ann        and a token for it
  $ shelfwire login --project acme                          as the project: keep that token,
  $ shelfwire upload stores.csv --watch                     upload stores,
  $ shelfwire store list --where city=Lyon                  and read them
  $ shelfwire upload --help                                 more about one verb

${EXIT_CODES_HELP}`;

/** Runs one command line; answers its exit code and never throws. */
export async function run(args: string[]): Promise<number> {
  // Known before the parser is: its own messages have colours too.
  if (args.includes("--no-color")) process.env.NO_COLOR = "1";
  try {
    await createProgram().parseAsync(asFlag(args), { from: "user" });
    return 0;
  } catch (error) {
    const [{ failureOf }, { paint }] = await Promise.all([import("./failures.ts"), import("./terminal.ts")]);
    const { sentence, exitCode } = failureOf(error);
    if (sentence !== "") process.stderr.write(`${paint("red", "shelfwire:", process.stderr)} ${sentence}\n`);
    return exitCode;
  }
}

/** The parser, whose verbs get their own parts when they are called. */
export function createProgram(): Command {
  const program = new Command("shelfwire")
    .description("The data interface of Shelfwire: callbacks, uploads and reads, from the command line.")
    .usage("<verb> [options]")
    .version(VERSION, "-V, --version", "show the version")
    .helpOption("-h, --help", "show help, here or of a verb")
    .helpCommand(false)
    .showHelpAfterError('(add "--help" to see what is possible)')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .addHelpText("after", START_HELP);
  addSharedOptions(program);
  for (const verb of VERBS) program.command(verb.name).description(verb.summary).helpGroup(verb.group);
  program.hook("preSubcommand", async (_program, command) => {
    const verb = VERBS.find(({ name }) => name === command.name());
    if (verb) (await verb.load())(command.helpCommand(false));
  });
  return program;
}

/** The parser with all parts of all verbs, to be looked at: for completion and for the tests of the docs. */
export async function createWholeProgram(): Promise<Command> {
  const program = createProgram();
  for (const command of program.commands) {
    const verb = VERBS.find(({ name }) => name === command.name());
    if (verb) (await verb.load())(command.helpCommand(false));
  }
  return program;
}

/** `shelfwire help upload` is `shelfwire upload --help`. */
function asFlag(args: string[]): string[] {
  return args[0] === "help" ? [...args.slice(1), "--help"] : args;
}
