import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { SignedLinks } from "../../files/signed-links.ts";
import type { JobFile } from "../../jobs/job-files.ts";
import { JOB_FILES, type JobFileName } from "../../jobs/job-record.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { problem } from "../../lib/problems.ts";
import type { Project } from "../../projects/project.ts";
import type { Projects } from "../../projects/projects.ts";
import type { Authentication } from "../authentication.ts";
import { pathOf } from "../errors.ts";
import { errorAnswers, VersionedParams } from "../schemas.ts";
import type { Server } from "../server.ts";
import { pruned, unknownJob } from "./async-job.ts";

const FileParams = Type.Object({ ...VersionedParams.properties, async_job_id: Type.String() });
const LinkQuery = Type.Object({ expires: Type.Optional(Type.String()), signature: Type.Optional(Type.String()) });

interface FileDeps {
  jobs: Jobs;
  links: SignedLinks;
  projects: Projects;
  authentication: Authentication;
}

/** The files of jobs, by signed link or with the project's token (decisions, section 5). */
export function fileRoutes(server: Server, deps: FileDeps): void {
  for (const name of Object.values(JOB_FILES)) {
    server.get(
      `/api/:version_number/:project_name/async-job/:async_job_id/${name}`,
      {
        config: { access: "signed" },
        schema: {
          params: FileParams,
          querystring: LinkQuery,
          produces: [DESCRIPTIONS[name]],
          response: errorAnswers(401, 403, 404, 410),
        },
      },
      async (request, reply) => {
        const { project_name, async_job_id } = request.params;
        const project = await admit(request, reply, deps, project_name, request.query);
        const job = await deps.jobs.get(project.projectId, async_job_id);
        if (job === undefined) throw unknownJob(async_job_id);
        const outcome = await deps.jobs.files.open(job, name);
        switch (outcome.kind) {
          case "pruned":
            throw pruned();
          case "not_ready":
            throw problem("not_found_because", "The job has no such file: it is made when the job is done");
          case "found":
            return send(reply, outcome.file);
        }
      },
    );
  }
}

const DESCRIPTIONS: Record<JobFileName, string> = {
  input: "application/octet-stream",
  "parsed.jsonl": "application/x-ndjson",
  "rejections.json": "application/json",
  "rejections.xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** The project whose file is asked for; a link that is not valid is no better than none. */
async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  { links, projects, authentication }: FileDeps,
  projectName: string,
  query: { expires?: string; signature?: string },
): Promise<Project> {
  const verdict = query.signature === undefined ? "invalid" : links.verify(pathOf(request), query);
  if (verdict === "valid") {
    const project = await projects.byName(projectName);
    if (project === undefined) throw problem("not_found");
    return project;
  }
  const hasToken = request.headers.authorization !== undefined || request.headers["auth-token"] !== undefined;
  if (verdict === "expired" && !hasToken) throw problem("link_expired");
  return (await authentication.project(request, reply)).project;
}

function send(reply: FastifyReply, file: JobFile): FastifyReply {
  reply.header("content-type", file.contentType).header("content-disposition", attachment(file.fileName));
  if (file.bytes !== undefined) reply.header("content-length", file.bytes);
  const content = file.content instanceof Readable ? file.content : Readable.from(file.content, { objectMode: false });
  return reply.send(content);
}

/** RFC 6266: the name in ASCII, and as it is. */
function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
}
