import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { EVENTS_PER_PUBLISH_MAX, type EventInput } from "@shelfwire/client";
import { CommandFailed } from "./command-errors.ts";

/** A request stays under this, well below what the service takes, as results may be inline and large. */
const BATCH_CHARACTERS_MAX = 8_000_000;
/** A file that is one JSON array is read whole; above this it has to be JSON lines. */
const ARRAY_CHARACTERS_MAX = 100_000_000;

/** The events of a file of JSON lines, or of one JSON array, in batches that one request takes. "-": standard input. */
export async function* eventBatches(path: string): AsyncGenerator<EventInput[], void, void> {
  let batch: EventInput[] = [];
  let characters = 0;
  for await (const { event, size } of eventsOf(path)) {
    if (batch.length === EVENTS_PER_PUBLISH_MAX || (batch.length > 0 && characters + size > BATCH_CHARACTERS_MAX)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(event);
    characters += size;
  }
  if (batch.length > 0) yield batch;
}

async function* eventsOf(path: string): AsyncGenerator<{ event: EventInput; size: number }, void, void> {
  const input = path === "-" ? process.stdin : createReadStream(path);
  let arrayText = "";
  let lineNumber = 0;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    lineNumber += 1;
    if (line.trim() === "") continue;
    if (arrayText !== "" || line.trimStart().startsWith("[")) {
      arrayText += `${line}\n`;
      if (arrayText.length > ARRAY_CHARACTERS_MAX) {
        throw new CommandFailed(`${nameOf(path)} is too large for one JSON array; give one event a line`);
      }
      continue;
    }
    yield { event: parsed<EventInput>(line, `${nameOf(path)}, line ${lineNumber}`), size: line.length };
  }
  if (arrayText === "") return;
  for (const event of parsed<EventInput[]>(arrayText, nameOf(path))) {
    yield { event, size: JSON.stringify(event).length };
  }
}

/** The service checks what an event holds; here it only has to be JSON. */
function parsed<T extends object>(text: string, where: string): T {
  try {
    const value: T = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // The sentence below says it.
  }
  throw new CommandFailed(`${where}: expected a JSON object`);
}

function nameOf(path: string): string {
  return path === "-" ? "standard input" : path;
}
