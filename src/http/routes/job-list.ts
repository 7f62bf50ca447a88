import { Type } from "typebox";
import type { SignedLinks } from "../../files/signed-links.ts";
import { type JobState, STATUS_TEXTS } from "../../jobs/job.ts";
import { jobRecord } from "../../jobs/job-record.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { callerProject } from "../authentication.ts";
import { JobRecordSchema, PageQuery, pageOf } from "../job-schemas.ts";
import { jobUrls } from "../job-urls.ts";
import { PageMetadata, pageMetadata } from "../page-links.ts";
import { errorAnswers, VersionedParams } from "../schemas.ts";
import type { Server } from "../server.ts";

const STATES: readonly JobState[] = ["queued", "in_progress", "done", "failed"];

const JobQuery = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(Type.String({ enum: Object.values(STATUS_TEXTS), description: "Only jobs of this status" })),
  entity_type: Type.Optional(
    Type.String({ description: "Only jobs of `store`, `user` or `route`", examples: ["store"] }),
  ),
});

/** A project's own jobs, newest first, as the operator's list shows them (decisions, section 8). */
export function jobListRoutes(server: Server, { jobs, links }: { jobs: Jobs; links: SignedLinks }): void {
  server.get(
    "/api/:version_number/:project_name/async-job",
    {
      config: { access: "project" },
      schema: {
        operationId: "listJobs",
        tags: ["Uploads"],
        summary: "List the project's jobs",
        params: VersionedParams,
        querystring: JobQuery,
        response: {
          200: Type.Object({ jobs: Type.Array(JobRecordSchema), metadata: PageMetadata }, { title: "JobPage" }),
          ...errorAnswers(400, 401, 403, 404),
        },
        answers: { 200: { description: "Newest first" } },
      },
    },
    async (request) => {
      const { project } = callerProject(request);
      const { status, entity_type } = request.query;
      const page = pageOf(request.query);
      const filter = { state: STATES.find((state) => STATUS_TEXTS[state] === status), entityType: entity_type };
      const found = await jobs.list(project.projectId, filter, page);
      const urls = jobUrls(links, request.params.version_number);
      return {
        jobs: found.jobs.map((job) => jobRecord(job, project.name, urls)),
        metadata: pageMetadata(request.raw.url ?? "", { page: page.page, perPage: page.perPage, total: found.total }),
      };
    },
  );
}
