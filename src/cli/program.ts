/**
 * The command line's frame: which verbs there are, what they share, and how a command ends. Each verb is one file,
 * loaded when it is called. Data goes to standard output, everything else to standard error.
 */
import { Command } from "commander";
import { VERSION } from "../version.ts";
import { EXIT_CODES_HELP } from "./exit-codes.ts";
import { addSharedOptions } from "./settings.ts";
import { paint } from "./terminal.ts";

/** Gives a verb its arguments, options, examples and actions. */
export type DefineVerb = (command: Command) => void;

interface Verb {
  name: string;
  group: string;
  summary: string;
  load: () => Promise<DefineVerb>;
}

const SERVICE = "The service:";
const PROJECT = "With a project's token:";
const OPERATOR = "With the operator token:";

const VERBS: Verb[] = [
  {
    name: "serve",
    group: SERVICE,
    summary: "run the service",
    load: async () => (await import("./serve.ts")).defineServe,
  },
  {
    name: "upload",
    group: PROJECT,
    summary: "upload a file of stores, users or routes, and follow its job",
    load: async () => (await import("./upload.ts")).defineUpload,
  },
  {
    name: "job",
    group: PROJECT,
    summary: "read, follow and cancel upload jobs",
    load: async () => (await import("./job.ts")).defineJob,
  },
  {
    name: "store",
    group: PROJECT,
    summary: "read stores",
    load: async () => (await import("./entity.ts")).defineStore,
  },
  {
    name: "user",
    group: PROJECT,
    summary: "read users",
    load: async () => (await import("./entity.ts")).defineUser,
  },
  {
    name: "route",
    group: PROJECT,
    summary: "read routes",
    load: async () => (await import("./entity.ts")).defineRoute,
  },
  {
    name: "subscription",
    group: PROJECT,
    summary: "read, set and delete a project's callback URLs",
    load: async () => (await import("./subscription.ts")).defineSubscription,
  },
  {
    name: "project",
    group: OPERATOR,
    summary: "create and change projects",
    load: async () => (await import("./project.ts")).defineProject,
  },
  {
    name: "token",
    group: OPERATOR,
    summary: "issue and revoke a project's tokens",
    load: async () => (await import("./token.ts")).defineToken,
  },
  {
    name: "lookup",
    group: OPERATOR,
    summary: "read and change a project's pre-configured values",
    load: async () => (await import("./lookup.ts")).defineLookup,
  },
  {
    name: "publish",
    group: OPERATOR,
    summary: "publish analysis results",
    load: async () => (await import("./publish.ts")).definePublish,
  },
  {
    name: "delivery",
    group: PROJECT,
    summary: "see what became of callbacks, and deliver again",
    load: async () => (await import("./delivery.ts")).defineDelivery,
  },
];

const START_HELP = `
Examples:
  $ shelfwire serve                                         start the service
  $ shelfwire project create acme --signing                 as operator: a project,
  $ shelfwire token create --project acme --user ann        and a token for it
  $ export SHELFWIRE_PROJECT=acme SHELFWIRE_TOKEN=...
  $ shelfwire upload stores.csv --watch                     as the project: upload stores,
  $ shelfwire store list --where city=Lyon                  and read them
  $ shelfwire upload --help                                 more about one verb

${EXIT_CODES_HELP}`;

/** Runs one command line; answers its exit code and never throws. */
export async function run(args: string[]): Promise<number> {
  const program = createProgram();
  try {
    await program.parseAsync(asFlag(args), { from: "user" });
    return 0;
  } catch (error) {
    const { failureOf } = await import("./failures.ts");
    const { sentence, exitCode } = failureOf(error);
    if (sentence !== "") process.stderr.write(`${paint("red", "shelfwire:", process.stderr)} ${sentence}\n`);
    return exitCode;
  }
}

function createProgram(): Command {
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

/** `shelfwire help upload` is `shelfwire upload --help`. */
function asFlag(args: string[]): string[] {
  return args[0] === "help" ? [...args.slice(1), "--help"] : args;
}
