import { Type } from "typebox";
import type { SignedLinks } from "../../files/signed-links.ts";
import { type JobState, STATUS_TEXTS } from "../../jobs/job.ts";
import { jobRecord } from "../../jobs/job-record.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { operatorProject } from "../authentication.ts";
import { JobRecordSchema, PageQuery, pageOf } from "../job-schemas.ts";
import { jobUrls } from "../job-urls.ts";
import { PageMetadata, pageMetadata } from "../page-links.ts";
import { errorAnswers, ProjectParams } from "../schemas.ts";
import type { Server } from "../server.ts";

const STATES: readonly JobState[] = ["queued", "in_progress", "done", "failed"];

const JobQuery = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(Type.String({ enum: Object.values(STATUS_TEXTS), description: "Only jobs of this status" })),
  entity_type: Type.Optional(
    Type.String({ description: "Only jobs of `store`, `user` or `route`", examples: ["store"] }),
  ),
});

/** Operator API: the jobs of a project, newest first (decisions, section 8). */
export function operatorJobRoutes(
  server: Server,
  { jobs, links, version }: { jobs: Jobs; links: SignedLinks; version: string },
): void {
  server.get(
    "/api/operator/projects/:project_name/jobs",
    {
      config: { access: "operator" },
      schema: {
        operationId: "listProjectJobs",
        tags: ["Operations"],
        summary: "List the jobs of a project",
        params: ProjectParams,
        querystring: JobQuery,
        response: {
          200: Type.Object({ jobs: Type.Array(JobRecordSchema), metadata: PageMetadata }, { title: "JobPage" }),
          ...errorAnswers(400, 401, 403, 404),
        },
        answers: { 200: { description: "Newest first" } },
      },
    },
    async (request) => {
      const project = operatorProject(request);
      const { status, entity_type } = request.query;
      const page = pageOf(request.query);
      const filter = { state: STATES.find((state) => STATUS_TEXTS[state] === status), entityType: entity_type };
      const found = await jobs.list(project.projectId, filter, page);
      const urls = jobUrls(links, version);
      return {
        jobs: found.jobs.map((job) => jobRecord(job, project.name, urls)),
        metadata: pageMetadata(request.raw.url ?? "", { page: page.page, perPage: page.perPage, total: found.total }),
      };
    },
  );
}
