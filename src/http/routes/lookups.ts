import { Type } from "typebox";
import { LOOKUP_BODY_BYTES_MAX, LOOKUP_VALUE_LENGTH_MAX, LOOKUP_VALUES_PER_REQUEST_MAX } from "../../config/limits.ts";
import { problem } from "../../lib/problems.ts";
import { LOOKUP_TYPES, type LookupType } from "../../projects/project.ts";
import type { Projects } from "../../projects/projects.ts";
import { operatorProject } from "../authentication.ts";
import { errorAnswers, ProjectParams } from "../schemas.ts";
import type { Server } from "../server.ts";

const LookupParams = Type.Object({
  ...ProjectParams.properties,
  type: Type.String({ description: LOOKUP_TYPES.join(", ") }),
});

const Values = Type.Object(
  {
    values: Type.Array(Type.String({ minLength: 1, maxLength: LOOKUP_VALUE_LENGTH_MAX }), {
      maxItems: LOOKUP_VALUES_PER_REQUEST_MAX,
    }),
  },
  { additionalProperties: false },
);

/** Operator API: the values pre-configured for a project (decisions, section 8). PUT replaces, POST adds. */
export function lookupRoutes(server: Server, { projects }: { projects: Projects }): void {
  const config = { access: "operator" } as const;
  const url = "/api/operator/projects/:project_name/lookups/:type";

  server.get(
    url,
    { config, schema: { params: LookupParams, response: { 200: Values, ...errorAnswers(401, 404) } } },
    async (request) => ({
      values: await projects.lookupValues(operatorProject(request).projectId, lookupType(request.params.type)),
    }),
  );

  for (const [method, how] of [
    ["PUT", "replace"],
    ["POST", "add"],
  ] as const) {
    server.route({
      method,
      url,
      config,
      bodyLimit: LOOKUP_BODY_BYTES_MAX,
      schema: { params: LookupParams, body: Values, response: { 200: Values, ...errorAnswers(400, 401, 404) } },
      handler: async (request) => {
        const type = lookupType(request.params.type);
        const { projectId } = operatorProject(request);
        return { values: await projects.changeLookup(projectId, type, [...new Set(request.body.values)], how) };
      },
    });
  }
}

function lookupType(text: string): LookupType {
  const type = LOOKUP_TYPES.find((known) => known === text);
  if (type === undefined) {
    throw problem("not_found_because", `Unknown lookup type ${text}; known: ${LOOKUP_TYPES.join(", ")}`);
  }
  return type;
}
