import { type Static, Type } from "typebox";
import type { SignedLinks } from "../../files/signed-links.ts";
import { type JobState, STATUS_TEXTS } from "../../jobs/job.ts";
import { jobRecord } from "../../jobs/job-record.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { printable } from "../../jobs/printable.ts";
import type { Project } from "../../projects/project.ts";
import { callerProject, operatorProject } from "../authentication.ts";
import { JobRecordSchema, PageQuery, pageOf } from "../job-schemas.ts";
import { jobUrls } from "../job-urls.ts";
import { PageMetadata, pageMetadata } from "../page-links.ts";
import { errorAnswers, ProjectParams, VersionedParams } from "../schemas.ts";
import type { Server } from "../server.ts";

const STATES: readonly JobState[] = ["queued", "in_progress", "done", "failed"];

const JobQuery = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(Type.String({ enum: Object.values(STATUS_TEXTS), description: "Only jobs of this status" })),
  entity_type: Type.Optional(
    Type.String({ description: "Only jobs of `store`, `user` or `route`", examples: ["store"] }),
  ),
  from: Type.Optional(Type.String({ format: "date-time", description: "Uploaded at this time or later" })),
  to: Type.Optional(Type.String({ format: "date-time", description: "Uploaded before this time" })),
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description: "With this text in the job's id, file name, user name or failure reason, in any letter case",
      examples: ["stores.csv"],
    }),
  ),
});
const JobPage = Type.Object({ jobs: Type.Array(JobRecordSchema), metadata: PageMetadata }, { title: "JobPage" });

/** Jobs, newest first: a project's own, and for the operator those of any project (decisions, section 8). */
export function jobListRoutes(
  server: Server,
  { jobs, links, version }: { jobs: Jobs; links: SignedLinks; version: string },
): void {
  const response = { 200: JobPage, ...errorAnswers(400, 401, 403, 404) };
  const answers = { 200: { description: "Newest first" } };

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
        response,
        answers,
      },
    },
    async (request) => {
      const { params, query } = request;
      const urls = jobUrls(links, params.version_number);
      return pageFor(callerProject(request).project, query, { jobs, urls, path: request.raw.url ?? "" });
    },
  );

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
        response,
        answers,
      },
    },
    async (request) => {
      const urls = jobUrls(links, version);
      return pageFor(operatorProject(request), request.query, { jobs, urls, path: request.raw.url ?? "" });
    },
  );
}

async function pageFor(
  project: Project,
  query: Static<typeof JobQuery>,
  { jobs, urls, path }: { jobs: Jobs; urls: ReturnType<typeof jobUrls>; path: string },
): Promise<Static<typeof JobPage>> {
  const { status, entity_type: entityType, from, to, q = "" } = query;
  const filter = {
    state: STATES.find((state) => STATUS_TEXTS[state] === status),
    entityType,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
    text: q.trim() === "" ? undefined : printable(q.trim()),
  };
  const page = pageOf(query);
  const found = await jobs.list(project.projectId, filter, page);
  return {
    jobs: found.jobs.map((job) => jobRecord(job, project.name, urls)),
    metadata: pageMetadata(path, { page: page.page, perPage: page.perPage, total: found.total }),
  };
}
