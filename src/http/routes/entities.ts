import { type TSchema, Type } from "typebox";
import { csvTemplate } from "../../entities/csv-template.ts";
import { ENTITY_TYPES, type EntityDefinition } from "../../entities/definition.ts";
import type { Entities } from "../../entities/entities.ts";
import { markerText } from "../../entities/place-marker.ts";
import { parseReadQuery } from "../../entities/read-query.ts";
import { readSchema } from "../../entities/read-schema.ts";
import { ENTITIES } from "../../entities/registry.ts";
import { callerProject } from "../authentication.ts";
import { entityTag, hasVersion, isConditional, nameVersion } from "../entity-tag.ts";
import {
  accepted,
  afterDescription,
  listKey,
  listSchema,
  queryDescription,
  rawQuery,
  updatedSinceDescription,
} from "../list-query.ts";
import { pageMetadata } from "../page-links.ts";
import { errorAnswers, VersionedParams } from "../schemas.ts";
import type { Server } from "../server.ts";

const BASE = "/api/:version_number/:project_name/entity";
const config = { access: "project" } as const;

/** Reading stores, users and routes (interface, "List stores"; decisions, section 7). */
export function entityRoutes(server: Server, { entities }: { entities: Entities }): void {
  for (const type of ENTITY_TYPES) listRoute(server, ENTITIES[type], entities);
  for (const type of ENTITY_TYPES) templateRoute(server, ENTITIES[type]);
}

function listRoute(server: Server, definition: EntityDefinition, entities: Entities): void {
  const name = definition.plural.charAt(0).toUpperCase() + definition.plural.slice(1);
  // The database writes the rows: what is sent is text.
  const page: TSchema = listSchema(definition.plural, definition.type, readSchema(definition));
  server.get(
    `${BASE}/${definition.type}`,
    {
      config: { ...config, compress: true },
      schema: {
        operationId: `list${name}`,
        tags: [name],
        summary: `List ${definition.plural}`,
        answers: {
          200: { description: "A page; one past the end is empty", headers: ["ETag"] },
          304: { description: "Nothing has changed since the client's version", headers: ["ETag"] },
          400: { messages: ["Unknown Field: colour"] },
        },
        requestHeaders: ["If-None-Match"],
        params: VersionedParams,
        querystring: Type.Interface([queryDescription(definition), updatedSinceDescription(), afterDescription()], {}),
        response: { 200: page, ...errorAnswers(400, 401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const { project } = callerProject(request);
      const { projectId } = project;
      const query = accepted(parseReadQuery(definition, rawQuery(request)));
      const list = listKey(project, definition.plural, definition.type);
      const tagOf = (generation: number) => entityTag(projectId, definition.type, list, generation);
      if (isConditional(request)) {
        const tag = tagOf(await entities.generation(projectId, definition));
        if (hasVersion(request, tag)) return nameVersion(reply, tag).code(304).send();
      }
      const { generation, total, lines, next } = await entities.page(projectId, definition, query);
      const after = next && markerText(query.sort, next);
      const metadata = pageMetadata(request.url, { ...query, total, next: { after } });
      nameVersion(reply, tagOf(generation)).type("application/json; charset=utf-8");
      return `{"metadata":${JSON.stringify(metadata)},"${list}":[${lines}]}`;
    },
  );
}

function templateRoute(server: Server, definition: EntityDefinition): void {
  const name = definition.type.charAt(0).toUpperCase() + definition.type.slice(1);
  server.get(
    `${BASE}/${definition.type}/template.csv`,
    {
      config,
      schema: {
        operationId: `get${name}Template`,
        tags: ["Uploads"],
        summary: `Fetch a CSV file to fill in with ${definition.plural}`,
        params: VersionedParams,
        response: { 200: Type.String(), ...errorAnswers(401, 403, 404) },
        answers: {
          200: {
            description: "The header row, mandatory fields first",
            headers: ["Content-Disposition"],
            contents: { "text/csv": Type.String({ examples: [`${definition.key}\n`] }) },
          },
        },
      },
    },
    async (request, reply) => {
      const { project } = callerProject(request);
      reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="${definition.plural}.csv"`);
      return csvTemplate(definition, project.settings.mandatoryFields[definition.type] ?? []);
    },
  );
}
