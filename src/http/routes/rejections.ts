import { Type } from "typebox";
import { stringifyExact } from "../../jobs/exact-json.ts";
import type { Job } from "../../jobs/job.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { RejectionFilter } from "../../jobs/rejection-index.ts";
import { problem } from "../../lib/problems.ts";
import { callerProject } from "../authentication.ts";
import { JobParams, PageQuery, pageOf, RejectionPage } from "../job-schemas.ts";
import { pageMetadata } from "../page-links.ts";
import { errorAnswers } from "../schemas.ts";
import type { Server } from "../server.ts";
import { NO_JOB, pruned, unknownJob } from "./async-job.ts";

const BASE = "/api/:version_number/:project_name/async-job/:async_job_id/rejections";
const config = { access: "project" } as const;

const RejectionQuery = Type.Object({
  ...PageQuery.properties,
  code: Type.Optional(Type.String({ description: "Only messages of this kind", examples: ["unknown_lookup"] })),
  field: Type.Optional(
    Type.String({ description: "With `code`: only messages about this field", examples: ["region_name"] }),
  ),
});

const RejectionSummary = Type.Object(
  {
    groups: Type.Array(
      Type.Object({
        code: Type.String({ examples: ["unknown_lookup"] }),
        field: Type.Union([Type.String({ examples: ["region_name"] }), Type.Null()]),
        message: Type.String({ description: "The first of them", examples: ["Unknown region_name 'Atlantis'"] }),
        rows: Type.Integer({ description: "A row with several messages counts in several groups", examples: [12] }),
      }),
    ),
  },
  { title: "RejectionSummary" },
);

/** The refused rows of a job, page by page or counted by kind and field. */
export function rejectionRoutes(server: Server, { jobs }: { jobs: Jobs }): void {
  server.get(
    BASE,
    {
      config,
      schema: {
        operationId: "listRejections",
        tags: ["Uploads"],
        summary: "List the rejected rows of a job",
        params: JobParams,
        querystring: RejectionQuery,
        response: { 200: RejectionPage, ...errorAnswers(400, 401, 403, 404, 410) },
        answers: {
          200: { description: "One element a message, at most 3 a row, in the order of the file" },
          404: NO_JOB,
        },
      },
    },
    async (request, reply) => {
      const job = await finishedJob(jobs, callerProject(request).project.projectId, request.params.async_job_id);
      const page = pageOf(request.query);
      const { items, total } = await jobs.files.rejections(job, page, filterOf(request.query));
      // Numbers keep the form in which they were sent.
      reply.type("application/json; charset=utf-8").serializer(stringifyExact);
      const { page: number, perPage } = page;
      return { metadata: pageMetadata(request.raw.url ?? "", { page: number, perPage, total }), rejections: items };
    },
  );

  server.get(
    `${BASE}/summary`,
    {
      config,
      schema: {
        operationId: "summarizeRejections",
        tags: ["Uploads"],
        summary: "Count the rejected rows of a job by kind and field",
        params: JobParams,
        response: { 200: RejectionSummary, ...errorAnswers(401, 403, 404, 410) },
        answers: { 200: { description: "The most frequent first" }, 404: NO_JOB },
      },
    },
    async (request) => {
      const job = await finishedJob(jobs, callerProject(request).project.projectId, request.params.async_job_id);
      return { groups: await jobs.files.rejectionGroups(job) };
    },
  );
}

async function finishedJob(jobs: Jobs, projectId: number, jobId: string): Promise<Job> {
  const job = await jobs.get(projectId, jobId);
  if (job === undefined) throw unknownJob(jobId);
  if (job.files_pruned_at !== null) throw pruned();
  return job;
}

function filterOf({ code, field }: { code?: string; field?: string }): RejectionFilter | undefined {
  if (code !== undefined) return { code, field };
  if (field !== undefined) throw problem("bad_request", "field is given with code only");
  return undefined;
}
