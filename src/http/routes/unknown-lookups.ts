import { Type } from "typebox";
import type { Jobs } from "../../jobs/jobs.ts";
import { callerProject, operatorProject } from "../authentication.ts";
import { errorAnswers, ProjectParams, Timestamp } from "../schemas.ts";
import type { Server } from "../server.ts";

const UnknownLookups = Type.Object(
  {
    values: Type.Array(
      Type.Object(
        {
          type: Type.String({ examples: ["region_name"] }),
          value: Type.String({ examples: ["Nroth"] }),
          rows: Type.Integer({ description: "Rows of the latest such upload that have it", examples: [12] }),
          async_job_id: Type.String({
            description: "Of that upload",
            examples: ["0199e3b4-7c1a-7d2e-9f60-3b1c5a7e9d24"],
          }),
          last_seen: Timestamp,
        },
        { title: "UnknownLookup" },
      ),
      { description: "The most frequent first" },
    ),
  },
  { title: "UnknownLookups" },
);

/** Lookup values that uploads were refused for: what to add, or to correct at its source. */
export function unknownLookupRoutes(server: Server, { jobs }: { jobs: Jobs }): void {
  const schema = {
    summary: "List unknown lookup values",
    description: "That uploads were refused for. What is added to the project's values leaves the list.",
    params: ProjectParams,
    response: { 200: UnknownLookups, ...errorAnswers(401, 403) },
    answers: { 200: { description: "At most 1,000, of the latest uploads" } },
  };

  server.get(
    "/api/operator/projects/:project_name/lookups/unknown",
    {
      config: { access: "operator" },
      schema: { operationId: "listProjectUnknownLookups", tags: ["Projects"], ...schema },
    },
    async (request) => view(jobs, operatorProject(request).projectId),
  );

  server.get(
    "/api/notifier/public/:project_name/lookups/unknown",
    { config: { access: "project" }, schema: { operationId: "listUnknownLookups", tags: ["Uploads"], ...schema } },
    async (request) => view(jobs, callerProject(request).project.projectId),
  );
}

async function view(jobs: Jobs, projectId: number) {
  const values = (await jobs.unknownLookups(projectId)).map((row) => ({
    type: row.lookup_type,
    value: row.value,
    rows: row.row_count,
    async_job_id: row.job_id,
    last_seen: row.last_seen_at.toISOString(),
  }));
  return { values };
}
