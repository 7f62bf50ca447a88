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
  type: Type.String({ description: `One of ${LOOKUP_TYPES.join(", ")}`, examples: ["region_name"] }),
});

const Values = Type.Object(
  {
    values: Type.Array(Type.String({ minLength: 1, maxLength: LOOKUP_VALUE_LENGTH_MAX }), {
      maxItems: LOOKUP_VALUES_PER_REQUEST_MAX,
      examples: [["East", "West"]],
    }),
  },
  { additionalProperties: false, title: "LookupValuesInput" },
);
const AllValues = Type.Object(
  { values: Type.Array(Type.String(), { description: "Sorted", examples: [["East", "West"]] }) },
  { title: "LookupValues" },
);
const NO_TYPE = {
  description: "There is no such project, or no such type",
  messages: [`Unknown lookup type colour; known: ${LOOKUP_TYPES.join(", ")}`, "There is no project acme"],
};

/** Operator API: the values pre-configured for a project (decisions, section 8). PUT replaces, POST adds. */
export function lookupRoutes(server: Server, { projects }: { projects: Projects }): void {
  const config = { access: "operator" } as const;
  const url = "/api/operator/projects/:project_name/lookups/:type";

  server.get(
    url,
    {
      config,
      schema: {
        operationId: "getLookup",
        tags: ["Projects"],
        summary: "Read the values of a lookup",
        params: LookupParams,
        response: { 200: AllValues, ...errorAnswers(401, 404) },
        answers: { 200: { description: "All values" }, 404: NO_TYPE },
      },
    },
    async (request) => ({
      values: await projects.lookupValues(operatorProject(request).projectId, lookupType(request.params.type)),
    }),
  );

  for (const { method, how, operationId, summary } of [
    { method: "PUT", how: "replace", operationId: "replaceLookup", summary: "Replace the values of a lookup" },
    { method: "POST", how: "add", operationId: "addToLookup", summary: "Add values to a lookup" },
  ] as const) {
    server.route({
      method,
      url,
      config,
      bodyLimit: LOOKUP_BODY_BYTES_MAX,
      schema: {
        operationId,
        summary,
        tags: ["Projects"],
        description: "Rows that were accepted before keep the values that they have.",
        params: LookupParams,
        body: Values,
        response: { 200: AllValues, ...errorAnswers(400, 401, 404) },
        answers: { 200: { description: "All values as they are now" }, 404: NO_TYPE },
      },
      handler: async (request) => {
        const type = lookupType(request.params.type);
        const { projectId } = operatorProject(request);
        const values = [...new Set(request.body.values)];
        const note = request.note(`lookup.${how}`, { target: type, details: { values: values.length } });
        return { values: await projects.changeLookup(projectId, type, { values, how }, note) };
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
