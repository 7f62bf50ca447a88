import { Type } from "typebox";

/** The one error form (decisions, section 1). */
export const ErrorForm = Type.Object(
  {
    statusCode: Type.Integer(),
    message: Type.Union([Type.String(), Type.Array(Type.String())]),
    error: Type.String(),
    request_id: Type.Optional(Type.String()),
  },
  { title: "Error" },
);

/** ISO 8601 UTC with milliseconds. */
export const Timestamp = Type.String({ format: "date-time", description: "ISO 8601 UTC with milliseconds" });

export const ProjectParams = Type.Object({ project_name: Type.String() });

export const VersionedParams = Type.Object({
  version_number: Type.String({ description: "v1 to v4, any letter case" }),
  project_name: Type.String(),
});

/** The error answers of a route, for its `response` schema: `...errorAnswers(400, 401)`. */
export function errorAnswers(...statuses: number[]): Record<number, typeof ErrorForm> {
  return Object.fromEntries(statuses.map((status) => [status, ErrorForm]));
}
