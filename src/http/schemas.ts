import { type TSchema, Type } from "typebox";

/** The one error form (decisions, section 1). */
export const ErrorForm = Type.Object(
  {
    statusCode: Type.Integer({ description: "The HTTP status" }),
    message: Type.Union([Type.String(), Type.Array(Type.String())], {
      description: "What is wrong; a list where several things are",
    }),
    error: Type.String({ description: "The reason phrase of the status" }),
    request_id: Type.Optional(Type.String({ description: "To quote to the operator; with 500 and 503 only" })),
  },
  { title: "ErrorBody" },
);

/** ISO 8601 UTC with milliseconds. */
export const Timestamp = Type.String({ format: "date-time", description: "ISO 8601 UTC with milliseconds" });

const ProjectName = Type.String({ description: "The project's name", examples: ["acme"] });

export const ProjectParams = Type.Object({ project_name: ProjectName });

export const VersionedParams = Type.Object({
  version_number: Type.String({ description: "Version of the API, in any letter case", examples: ["v4"] }),
  project_name: ProjectName,
});

/** The schema, or null; with an example. */
export function nullable<T extends TSchema>(schema: T, description: string, example: unknown) {
  return Type.Union([schema, Type.Null()], { description, examples: [example] });
}

/** The error answers of a route, for its `response` schema: `...errorAnswers(400, 401)`. */
export function errorAnswers(...statuses: number[]): Record<number, typeof ErrorForm> {
  return Object.fromEntries(statuses.map((status) => [status, ErrorForm]));
}
