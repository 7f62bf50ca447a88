import type { DeliveryAccess, OperatorClient, ShelfwireClient } from "@shelfwire/client";
import { type Command, Option } from "commander";
import { UsageError } from "./command-errors.ts";

/** A person at a terminal wants to know soon that nothing answers: three tries in about half a second. */
const RETRIES = 2;

/** The settings that every verb shares, as flags and from the environment. */
export function addSharedOptions(program: Command): void {
  program
    .addOption(new Option("--url <address>", "where the service is").env("SHELFWIRE_URL").default(DEFAULT_URL))
    .addOption(new Option("--project <name>", "the project to work with").env("SHELFWIRE_PROJECT"))
    .addOption(new Option("--token <token>", "the project's token").env("SHELFWIRE_TOKEN"))
    .addOption(new Option("--operator-token <token>", "the operator's token").env("SHELFWIRE_OPERATOR_TOKEN"))
    .addOption(new Option("--json", "data as JSON on standard output, for programs"));
}

const DEFAULT_URL = "http://127.0.0.1:8080";

/** Whether `--json` was given. */
export function wantsJson(command: Command): boolean {
  return command.optsWithGlobals().json === true;
}

/** The client of the chosen project, for what the project's token may do. */
export async function projectClient(command: Command, retries = RETRIES): Promise<ShelfwireClient> {
  const projectName = projectOf(command);
  const token = tokenOf(command, "token", "the project's token", "--token or SHELFWIRE_TOKEN");
  const { ShelfwireClient } = await import("@shelfwire/client");
  return new ShelfwireClient({ baseUrl: urlOf(command), token, projectName, retries });
}

/** The client of the operator API. */
export async function operatorClient(command: Command): Promise<OperatorClient> {
  const sources = "--operator-token or SHELFWIRE_OPERATOR_TOKEN";
  const token = tokenOf(command, "operatorToken", "the operator token", sources);
  const { OperatorClient } = await import("@shelfwire/client");
  return new OperatorClient({ baseUrl: urlOf(command), token, retries: RETRIES });
}

/** The chosen project's deliveries: by the operator token where there is one, else by the project's. */
export async function deliveryAccess(command: Command): Promise<DeliveryAccess> {
  const operatorToken: unknown = command.optsWithGlobals().operatorToken;
  if (typeof operatorToken !== "string" || operatorToken === "") return (await projectClient(command)).deliveries;
  return (await operatorClient(command)).deliveriesOf(projectOf(command));
}

/** The name of the chosen project. */
export function projectOf(command: Command): string {
  return required(command, "project", "the project", "--project or SHELFWIRE_PROJECT");
}

/** What no header can carry is no token: most likely more was copied than the token. */
function tokenOf(command: Command, name: string, what: string, sources: string): string {
  const token = required(command, name, what, sources);
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new UsageError(`${what} holds spaces, line ends or other characters that no token has; check ${sources}`);
}

function urlOf(command: Command): string {
  const url = required(command, "url", "the address of the service", "--url or SHELFWIRE_URL");
  if (URL.canParse(url) && /^https?:/i.test(url)) return url;
  throw new UsageError(`"${url}" is no address of a service; expected one like ${DEFAULT_URL}`);
}

function required(command: Command, name: string, what: string, sources: string): string {
  const value: unknown = command.optsWithGlobals()[name];
  if (typeof value === "string" && value.trim() !== "") return value.trim();
  throw new UsageError(`${what} is missing; give it with ${sources}`);
}
