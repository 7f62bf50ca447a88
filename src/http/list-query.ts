import type { FastifyRequest } from "fastify";
import { type TSchema, Type } from "typebox";
import type { QueryOutcome, RawQuery, ReadableList } from "../entities/read-query.ts";
import { problem } from "../lib/problems.ts";
import type { Project } from "../projects/project.ts";
import { PageMetadata } from "./page-links.ts";

/** The list stands under one name or the other, as the project is set. */
export function listSchema(plural: string, singular: string, item: TSchema) {
  const list = Type.Optional(Type.Array(item));
  return Type.Object({ metadata: PageMetadata, [plural]: list, [singular]: list });
}

export function listKey(project: Project, plural: string, singular: string): string {
  return project.settings.listKey === "plural" ? plural : singular;
}

/** The query string with parameters that came twice as lists. */
export function rawQuery(request: FastifyRequest): RawQuery {
  // The HTTP door: the parser of query strings gives texts and lists of texts only.
  return request.query as RawQuery;
}

export function accepted<T>(outcome: QueryOutcome<T>): T {
  if (outcome.ok) return outcome.query;
  switch (outcome.problem) {
    case "unknown_field":
      throw problem("unknown_field", outcome.name);
    case "bad_value":
      throw problem("bad_request", outcome.sentence);
  }
}

const parameter = (description: string) => Type.Optional(Type.Unsafe<string | string[]>({ description }));

/** For readers of the reference: values are checked by `parseReadQuery`, whose sentences are clearer. */
export function queryDescription(list: ReadableList) {
  return Type.Object({
    page: parameter("Counts from 0, which is the default"),
    per_page: parameter("200 by default; more than 1,000 is lowered to that"),
    ...rowsDescription(list).properties,
  });
}

/** The same for `parseRowsQuery`. */
export function rowsDescription(list: ReadableList) {
  const filters = list.fields.map(({ name, description }) => {
    return [name, parameter(`Only rows with this value; given again, with any of the values. ${description}`)] as const;
  });
  return Type.Object({
    sort: parameter(`A field; \`-field\` descends. Default \`${list.key}\`, which also breaks ties`),
    fields: parameter("Show these fields only, separated by commas"),
    q: parameter("Only rows whose key or names contain this text, in any case"),
    ...Object.fromEntries(filters),
  });
}

/** What lists with a time of update have besides. */
export function updatedSinceDescription() {
  return Type.Object({
    updated_since: parameter(
      "Only rows that were updated in that second or later: seconds since 1970, or ISO 8601 such as `2026-03-01T10:20:30Z`",
    ),
    last_update_time: parameter("Only rows that were updated in this second"),
  });
}

/** What pages of them have besides. */
export function afterDescription() {
  return Type.Object({ after: parameter("The place where the page begins, as `links.next` carries it") });
}
