import { type TSchema, Type } from "typebox";
import { LOOKUP_VALUE_LENGTH_MAX } from "../../config/limits.ts";
import { type Filter, parseReadQuery, type ReadableList, type ReadQuery } from "../../entities/read-query.ts";
import type { LookupType } from "../../projects/project.ts";
import type { Projects } from "../../projects/projects.ts";
import { callerProject } from "../authentication.ts";
import { entityTag, hasVersion, nameVersion } from "../entity-tag.ts";
import { accepted, listKey, listSchema, queryDescription, rawQuery } from "../list-query.ts";
import { pageMetadata } from "../page-links.ts";
import { errorAnswers, VersionedParams } from "../schemas.ts";
import type { Server } from "../server.ts";

interface LookupList {
  path: string;
  type: LookupType;
  plural: string;
  singular: string;
}

const LISTS: readonly LookupList[] = [
  { path: "region", type: "region_name", plural: "regions", singular: "region" },
  { path: "district", type: "district_name", plural: "districts", singular: "district" },
  { path: "branch", type: "branch_name", plural: "branches", singular: "branch" },
  { path: "retailer", type: "retailer_name", plural: "retailers", singular: "retailer" },
  { path: "store-type", type: "store_type_name", plural: "store_types", singular: "store_type" },
  { path: "state", type: "state_code", plural: "states", singular: "state" },
];

/** The values that rows of stores may have, for those who prepare uploads (decisions, section 7). */
export function lookupListRoutes(server: Server, { projects }: { projects: Projects }): void {
  for (const list of LISTS) lookupListRoute(server, list, projects);
}

function lookupListRoute(server: Server, { path, type, plural, singular }: LookupList, projects: Projects): void {
  const page = listSchema(plural, singular, Type.Object({ [type]: Type.String() }));
  // Not only what a page is made of, but also none, for who has it already.
  const response: Record<number, TSchema> = { 200: page, ...errorAnswers(400, 401, 403, 404, 429) };
  const readable = readableList(type);
  server.get(
    `/api/:version_number/:project_name/entity/store/${path}`,
    {
      config: { access: "project", compress: true },
      schema: {
        operationId: `list${plural.replace(/(^|_)([a-z])/g, (_, _dash, letter) => letter.toUpperCase())}`,
        tags: ["Lookup values"],
        summary: `List ${plural.replace("_", " ")}`,
        answers: {
          200: { description: `Values that \`${type}\` may have`, headers: ["ETag"] },
          304: { description: "Nothing has changed since the client's version", headers: ["ETag"] },
          400: { messages: ["Unknown Field: colour"] },
        },
        requestHeaders: ["If-None-Match"],
        params: VersionedParams,
        querystring: queryDescription(readable),
        response,
      },
    },
    async (request, reply) => {
      const { project } = callerProject(request);
      const query = accepted(parseReadQuery(readable, rawQuery(request)));
      const values = matching(await projects.lookupValues(project.projectId, type), query);
      const tag = entityTag(project.projectId, type, listKey(project, plural, singular), ...values);
      nameVersion(reply, tag);
      if (hasVersion(request, tag)) return reply.code(304).send();
      const start = query.page * query.perPage;
      const page = values.slice(start, start + query.perPage).map((value) => ({ [type]: value }));
      return {
        metadata: pageMetadata(request.url, { ...query, total: values.length }),
        [listKey(project, plural, singular)]: page,
      };
    },
  );
}

/** A list with one field. */
function readableList(type: LookupType): ReadableList {
  const description = "A value configured for the project";
  return {
    key: type,
    fields: [{ name: type, type: "string", lengthMax: LOOKUP_VALUE_LENGTH_MAX, mandatory: true, description }],
  };
}

/** `sorted` ascends byte by byte, as the database has it. */
function matching(sorted: string[], { filters, sort }: ReadQuery): string[] {
  const values = sorted.filter((value) => filters.every((filter) => passes(value, filter)));
  return sort.descending ? values.reverse() : values;
}

function passes(value: string, filter: Filter): boolean {
  switch (filter.kind) {
    case "equal":
      return filter.values.includes(value);
    case "contains":
      return value.toLowerCase().includes(filter.text.toLowerCase());
    case "since":
      return true;
  }
}
