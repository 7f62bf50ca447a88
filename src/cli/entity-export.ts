import type { ReadQuery } from "@shelfwire/client";
import type { Command } from "commander";
import type { Readable } from "./entity.ts";
import { writeWhole } from "./errors-file.ts";
import { bytes, count, counted, duration } from "./figures.ts";
import { projectClient } from "./settings.ts";
import { LiveLine } from "./terminal.ts";

export interface ExportFlags {
  format?: "ndjson" | "csv";
  output?: string;
}

const LINE_FEED = 10;

/** Writes everything that matches, as it arrives: memory stays flat however many there are. */
export async function exportEntity(
  entity: Readable,
  query: ReadQuery,
  { format, output }: ExportFlags,
  command: Command,
): Promise<void> {
  const startedAt = Date.now();
  const chosen = format ?? (/\.csv$/i.test(output ?? "") ? "csv" : "ndjson");
  const response = await entity.reader(await projectClient(command)).export({ format: chosen, query });
  const live = new LiveLine(process.stderr);
  let size = 0;
  let lines = 0;
  async function* counting(): AsyncGenerator<Uint8Array> {
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) lines += 1;
      yield chunk;
      if (output !== undefined || !process.stdout.isTTY) {
        live.show(() => `${counted(lines, "line")}, ${bytes(size)}, ${count(lines / seconds())} lines/s`);
      }
    }
  }
  const seconds = () => Math.max(0.001, (Date.now() - startedAt) / 1_000);
  try {
    if (output === undefined) for await (const chunk of counting()) await toStandardOutput(chunk);
    else await writeWhole(output, counting());
  } finally {
    live.end();
  }
  const rows = chosen === "csv" ? Math.max(0, lines - 1) : lines;
  const where = output === undefined ? "" : ` in ${output}`;
  process.stderr.write(
    `${counted(rows, entity.name)}, ${bytes(size)}, in ${duration(Date.now() - startedAt)}${where}\n`,
  );
}

async function toStandardOutput(chunk: Uint8Array): Promise<void> {
  if (process.stdout.write(chunk)) return;
  await new Promise<void>((resolve) => process.stdout.once("drain", resolve));
}
