import type { FastifySchema } from "fastify";
import { Type } from "typebox";
import { EXPORT_STALL_MS } from "../../config/limits.ts";
import { ENTITY_TYPES, type EntityDefinition } from "../../entities/definition.ts";
import type { Entities } from "../../entities/entities.ts";
import type { ExportFormat } from "../../entities/entity-exports-reads.ts";
import { LAST_UPDATE_TIME, parseRowsQuery, type RawQuery } from "../../entities/read-query.ts";
import { readSchema } from "../../entities/read-schema.ts";
import { ENTITIES } from "../../entities/registry.ts";
import { problem } from "../../lib/problems.ts";
import { callerProject } from "../authentication.ts";
import { entityTag, hasVersion, isConditional, nameVersion } from "../entity-tag.ts";
import { accepted, rawQuery, rowsDescription, updatedSinceDescription } from "../list-query.ts";
import { errorAnswers, VersionedParams } from "../schemas.ts";
import type { Server } from "../server.ts";

const CONTENT_TYPES = { ndjson: "application/x-ndjson", csv: "text/csv; charset=utf-8" } as const;

/**
 * Everything that a list has, in one answer: JSON lines, or CSV that can be uploaded again as it is. Beside the contract;
 * for clients that keep a copy.
 */
export function entityExportRoutes(server: Server, { entities }: { entities: Entities }): void {
  for (const type of ENTITY_TYPES) exportRoute(server, ENTITIES[type], entities);
}

function exportRoute(server: Server, definition: EntityDefinition, entities: Entities): void {
  server.get(
    `/api/:version_number/:project_name/entity/${definition.type}/export`,
    { config: { access: "project", compress: true }, schema: exportSchema(definition) },
    async (request, reply) => {
      const { projectId } = callerProject(request).project;
      const { format: wanted, ...raw } = rawQuery(request);
      const query = accepted(parseRowsQuery(definition, raw));
      const format = formatFor(wanted, request.headers.accept);
      const isWhole = raw.fields === undefined;
      // An upload would answer the time of update with a warning: it is nobody's to change.
      const fields =
        format === "csv" && isWhole ? query.fields.filter((name) => name !== LAST_UPDATE_TIME) : query.fields;
      const tagOf = (generation: number) => entityTag(projectId, definition.type, format, generation);
      const isHead = request.method === "HEAD";
      if (isConditional(request) || isHead) {
        const tag = tagOf(await entities.generation(projectId, definition));
        if (hasVersion(request, tag)) return nameVersion(reply, tag).code(304).send();
        if (isHead) return nameVersion(reply, tag).type(CONTENT_TYPES[format]).send();
      }
      const opened = await entities.exports.open(projectId, { definition, query: { ...query, fields }, format });
      if (opened === "too_many") {
        throw problem("too_many_requests", "Other exports are running; try again when one has ended", {
          "retry-after": "10",
        });
      }
      reply.raw.setTimeout(EXPORT_STALL_MS, () => opened.lines.destroy());
      nameVersion(reply, tagOf(opened.generation))
        .type(CONTENT_TYPES[format])
        .header("content-disposition", `attachment; filename="${definition.plural}.${format}"`);
      return reply.send(opened.lines);
    },
  );
}

/** JSON lines unless the client prefers CSV; a link cannot say what it accepts, but has a parameter. */
function formatFor(wanted: RawQuery[string] | undefined, accept: string | undefined): ExportFormat {
  if (wanted === "csv" || wanted === "ndjson") return wanted;
  if (wanted !== undefined) throw problem("bad_request", "format must be csv or ndjson");
  const weight = (pattern: RegExp) => {
    const parts = (accept ?? "").toLowerCase().split(",");
    return Math.max(0, ...parts.filter((part) => pattern.test(part.trim())).map(weightOf));
  };
  return weight(/^text\/(csv|\*)/) > weight(/^(application\/(x-ndjson|jsonl|json|\*)|\*\/\*)/) ? "csv" : "ndjson";
}

function weightOf(part: string): number {
  return Number(/;\s*q\s*=\s*([\d.]+)/.exec(part)?.[1] ?? 1);
}

function exportSchema(definition: EntityDefinition): FastifySchema {
  const { plural, key } = definition;
  const name = plural.charAt(0).toUpperCase() + plural.slice(1);
  const contents = {
    "application/x-ndjson": readSchema(definition),
    "text/csv": Type.String({ examples: [`${key}\n`] }),
  };
  return {
    operationId: `export${name}`,
    tags: [name],
    summary: `Export ${plural}`,
    description:
      `All ${plural} that match, as they are at one moment, in one stream. \`Accept: text/csv\` answers CSV that can be ` +
      "uploaded again as it is; else each line is a JSON object.",
    requestHeaders: ["If-None-Match"],
    params: VersionedParams,
    querystring: Type.Interface([rowsDescription(definition), updatedSinceDescription()], {
      format: Type.Optional(
        Type.Unsafe<string>({ description: "`csv` or `ndjson`, for links, which cannot say what they accept" }),
      ),
    }),
    response: { ...errorAnswers(400, 401, 403, 404, 429) },
    answers: {
      200: {
        description: "The rows",
        headers: ["ETag", "Content-Disposition"],
        contents,
      },
      304: { description: "Nothing has changed since the client's version", headers: ["ETag"] },
      400: { messages: ["Unknown Field: colour"] },
    },
  };
}
