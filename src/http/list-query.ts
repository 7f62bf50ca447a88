import type { FastifyRequest } from "fastify";
import { type TSchema, Type } from "typebox";
import type { RawQuery, ReadableList, ReadQuery, ReadQueryOutcome } from "../entities/read-query.ts";
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

export function accepted(outcome: ReadQueryOutcome): ReadQuery {
  if (outcome.ok) return outcome.query;
  switch (outcome.problem) {
    case "unknown_field":
      throw problem("unknown_field", outcome.name);
    case "bad_value":
      throw problem("bad_request", outcome.sentence);
  }
}

/** For readers of the reference: values are checked by `parseReadQuery`, whose sentences are clearer. */
export function queryDescription(list: ReadableList) {
  const parameter = (description: string) => Type.Optional(Type.Unsafe<string | string[]>({ description }));
  const filters = list.fields.map(
    ({ name, description }) => [name, parameter(`Only rows with this value. ${description}`)] as const,
  );
  return Type.Object({
    page: parameter("Counts from 0, which is the default"),
    per_page: parameter("200 by default; more than 1,000 is lowered to that"),
    sort: parameter(`A field; \`-field\` descends. Default \`${list.key}\`, which also breaks ties`),
    ...Object.fromEntries(filters),
  });
}
