import { Type } from "typebox";
import { csvTemplate } from "../../entities/csv-template.ts";
import { ENTITY_TYPES, type EntityDefinition } from "../../entities/definition.ts";
import type { Entities } from "../../entities/entities.ts";
import { parseReadQuery } from "../../entities/read-query.ts";
import { readSchema } from "../../entities/read-schema.ts";
import { ENTITIES } from "../../entities/registry.ts";
import { callerProject } from "../authentication.ts";
import { accepted, listKey, listSchema, queryDescription, rawQuery } from "../list-query.ts";
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
  const response = { 200: listSchema(definition.plural, definition.type, readSchema(definition)) };
  server.get(
    `${BASE}/${definition.type}`,
    {
      config,
      schema: {
        operationId: `list${name}`,
        tags: [name],
        summary: `List ${definition.plural}`,
        answers: {
          200: { description: "A page; one past the end is empty" },
          400: { messages: ["Unknown Field: colour"] },
        },
        params: VersionedParams,
        querystring: queryDescription(definition),
        response: { ...response, ...errorAnswers(400, 401, 403, 404, 429) },
      },
    },
    async (request) => {
      const { project } = callerProject(request);
      const query = accepted(parseReadQuery(definition, rawQuery(request)));
      const { rows, total } = await entities.page(project.projectId, definition, query);
      return {
        metadata: pageMetadata(request.url, { ...query, total }),
        [listKey(project, definition.plural, definition.type)]: rows,
      };
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
