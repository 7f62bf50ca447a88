import type { Command } from "commander";
import { UsageError } from "./command-errors.ts";
import { addExamples } from "./examples.ts";
import { note, printJson, printJsonLines } from "./output.ts";
import { operatorClient, projectOf, wantsJson } from "./settings.ts";
import { printTable } from "./table.ts";

/** `shelfwire token`: a project's tokens. */
export function defineToken(command: Command): void {
  addExamples(
    command,
    ["shelfwire token create --project acme --user ann", "shelfwire token list --project acme"],
    "A token is shown once, when it is made; the service keeps only its hash.",
  );
  const create = command
    .command("create")
    .description("issue a token")
    .requiredOption("--user <name>", "who will use it; stands in what is done with it")
    .option("--expires <date>", "when it ends, such as 2027-01-31 or 2027-01-31T12:00:00Z; 365 days by default")
    .action(createToken);
  addExamples(create, [
    "shelfwire token create --project acme --user ann",
    "shelfwire token create --project acme --user ci --expires 2027-01-31 | shelfwire login --project acme --token-stdin",
  ]);
  const list = command.command("list").description("the project's tokens, without their secrets").action(listTokens);
  addExamples(list, ["shelfwire token list --project acme --json"]);
  const revoke = command
    .command("revoke")
    .description("end a token at once")
    .argument("<token-id>")
    .action(revokeToken);
  addExamples(revoke, ["shelfwire token revoke --project acme 0199c0de-0000-7000-8000-000000000001"]);
}

async function createToken(flags: { user: string; expires?: string }, command: Command): Promise<void> {
  const expires_at = flags.expires === undefined ? undefined : instant(flags.expires);
  const client = await operatorClient(command);
  const issued = await client.createToken(projectOf(command), { user_name: flags.user, expires_at });
  if (wantsJson(command)) return printJson(issued);
  // Alone on standard output, so that $(shelfwire token create ...) is the token.
  note(
    `Token ${issued.token_id} for ${issued.user_name}, valid until ${issued.expires_at}. It is shown this once; keep it in a safe place:`,
  );
  process.stdout.write(`${issued.token}\n`);
}

async function listTokens(_flags: object, command: Command): Promise<void> {
  const tokens = await (await operatorClient(command)).listTokens(projectOf(command));
  if (wantsJson(command)) return printJsonLines(tokens);
  if (tokens.length === 0) return note("The project has no tokens yet.");
  printTable(
    [
      { title: "TOKEN ID", value: (token) => token.token_id },
      { title: "USER", value: (token) => token.user_name, canShrink: true },
      {
        title: "STATUS",
        value: (token) => token.status,
        style: ({ status }) => (status === "valid" ? "green" : "dim"),
      },
      { title: "EXPIRES", value: (token) => token.expires_at },
    ],
    tokens,
  );
}

async function revokeToken(tokenId: string, _flags: object, command: Command): Promise<void> {
  await (await operatorClient(command)).revokeToken(projectOf(command), tokenId);
  if (wantsJson(command)) printJson({ revoked: tokenId });
  else note(`Token ${tokenId} is revoked.`);
}

function instant(text: string): string {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new UsageError(`--expires ${text}: expected a date such as 2027-01-31`);
  return new Date(ms).toISOString();
}
