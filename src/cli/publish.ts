import { readFile } from "node:fs/promises";
import type { EventInput, OperatorClient, PublishAnswer } from "@shelfwire/client";
import type { Command } from "commander";
import { CommandFailed, UsageError } from "./command-errors.ts";
import { addExamples } from "./examples.ts";
import { count, duration } from "./figures.ts";
import { note, printJson } from "./output.ts";
import { operatorClient, projectOf, wantsJson } from "./settings.ts";
import { printRecord } from "./table.ts";
import { LiveLine } from "./terminal.ts";

interface PublishFlags {
  session?: string;
  wave?: string;
  resultUrl?: string;
  result?: string;
  storeNumber?: string;
  clientSession?: string;
  eventId?: string;
}

/** `shelfwire publish`: announces analysis results, whose callbacks then go out. */
export function definePublish(command: Command): void {
  command
    .argument("[file]", 'JSON lines or a JSON array of events; "-" reads standard input')
    .option("--session <uuid>", "session_uid of the one event to publish")
    .option("--wave <type>", "its wave type, such as primary or recalculate")
    .option("--result-url <url>", "where its result is")
    .option("--result <file>", "or: a JSON file that the service keeps and serves")
    .option("--store-number <text>", "sent in callbacks where the project has it enabled")
    .option("--client-session <text>", "the same for client_session_id")
    .option("--event-id <text>", "the same id within 24 h is published once")
    .action(publish);
  addExamples(
    command,
    [
      "shelfwire publish --session 7b0c9a52-1f3e-4a8e-9d57-3a1f0c2b44e1 --wave primary --result-url https://results.example/1.json",
      "shelfwire publish --session 7b0c9a52-1f3e-4a8e-9d57-3a1f0c2b44e1 --wave recalculate --result result.json",
      "shelfwire publish --project acme events.ndjson",
      "generate-events | shelfwire publish --project acme - --json",
    ],
    `Events of a file go out in requests of up to 1,000, each all or nothing. Give each an event_id if the file may be sent
again: what was published before is then counted as a duplicate and does no harm.`,
  );
}

async function publish(file: string | undefined, flags: PublishFlags, command: Command): Promise<void> {
  if (file !== undefined && Object.keys(flags).length > 0) {
    throw new UsageError("give a file of events, or one event by flags, not both");
  }
  const client = await operatorClient(command);
  const project = projectOf(command);
  const json = wantsJson(command);
  const total: PublishAnswer & { deliveries: number } = { accepted: 0, duplicates: 0, deliveries: 0, events: [] };
  function add(answer: PublishAnswer): void {
    total.accepted += answer.accepted;
    total.duplicates += answer.duplicates;
    total.deliveries += answer.events.reduce((sum, { deliveries }) => sum + deliveries, 0);
    // Of a file of millions the events are kept only where they are asked for.
    if (json) for (const event of answer.events) total.events.push(event);
  }
  if (file === undefined) add(await client.publish(project, [await eventOf(flags)]));
  else await publishFile(client, project, file, add);
  const { events, ...counts } = total;
  if (json) printJson({ ...counts, events });
  else printRecord(counts);
}

/** All that were published before a bad batch stay published, and the message says how many they are. */
async function publishFile(
  client: OperatorClient,
  project: string,
  file: string,
  onAnswer: (answer: PublishAnswer) => void,
): Promise<void> {
  const { eventBatches } = await import("./event-batches.ts");
  const startedAt = Date.now();
  const live = new LiveLine(process.stderr);
  let published = 0;
  try {
    for await (const batch of eventBatches(file)) {
      onAnswer(await client.publish(project, batch));
      published += batch.length;
      live.show(() => `published ${count(published)} in ${duration(Date.now() - startedAt)}`);
    }
  } catch (error) {
    live.end();
    if (published > 0) note(`The first ${count(published)} events are published; the error is about a later one.`);
    throw error;
  }
  live.end();
  if (published === 0) throw new CommandFailed("there are no events in the input");
}

async function eventOf(flags: PublishFlags): Promise<EventInput> {
  if (flags.session === undefined || flags.wave === undefined) {
    throw new UsageError("give a file of events, or --session and --wave of one");
  }
  if ((flags.resultUrl === undefined) === (flags.result === undefined)) {
    throw new UsageError("give exactly one of --result-url and --result");
  }
  return {
    session_uid: flags.session,
    wave_type: flags.wave,
    analysis_result_url: flags.resultUrl,
    analysis_result: flags.result === undefined ? undefined : await jsonOf(flags.result),
    store_number: flags.storeNumber,
    client_session_id: flags.clientSession,
    event_id: flags.eventId,
  };
}

async function jsonOf(file: string): Promise<unknown> {
  const text = await readFile(file, "utf8");
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandFailed(`${file} is not JSON`);
  }
}
