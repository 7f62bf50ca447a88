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
import { JobParams } from "../job-schemas.ts";
import { errorAnswers } from "../schemas.ts";
import type { Server } from "../server.ts";
import { pruned, unknownJob } from "./async-job.ts";

const LinkQuery = Type.Object({
  expires: Type.Optional(
    Type.String({ description: "From the link; seconds since the epoch", examples: ["1795336200"] }),
  ),
  signature: Type.Optional(Type.String({ description: "From the link" })),
});

/** interface, "Entity error file". */
const ErrorFile = Type.Array(
  Type.Object(
    { errors: Type.Array(Type.String(), { maxItems: 3, examples: [["Unknown store_type_name 'Kiosk'"]] }) },
    {
      title: "RejectedRow",
      description: "The row's key field, as it was sent, and what is wrong with the row",
      additionalProperties: { description: "`store_number`, `login_name` or `external_route_id`" },
      examples: [{ store_number: "0042", errors: ["Unknown store_type_name 'Kiosk'"] }],
    },
  ),
);

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
          params: JobParams,
          ...DOCUMENTS[name],
          tags: ["Uploads"],
          querystring: LinkQuery,
          response: errorAnswers(401, 403, 404, 410, 429),
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

const DOCUMENTS: Record<JobFileName, object> = {
  input: document("getInputFile", "Fetch the file as it was sent", {
    "text/csv": Type.String({ examples: ["store_number,store_name\n0042,Main Street\n"] }),
    "application/json": Type.String({ format: "binary", description: "As it was sent, be it JSON or not" }),
    "application/zip": Type.String({ format: "binary" }),
  }),
  "parsed.jsonl": document("getParsedRows", "Fetch the rows as they were read", {
    "application/x-ndjson": Type.String({ examples: ['{"store_number":"0042","store_name":"Main Street"}\n'] }),
  }),
  "rejections.json": document("getRejectionsFile", "Fetch the error file", { "application/json": ErrorFile }),
  "rejections.xlsx": document("getRejectionsWorkbook", "Fetch the error file as a spreadsheet", {
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": Type.String({ format: "binary" }),
  }),
};

function document(operationId: string, summary: string, contents: Record<string, unknown>) {
  return {
    operationId,
    summary,
    description: "By the link of the job's record, or with the project's token.",
    answers: {
      200: { description: "The file", headers: ["Content-Disposition"], contents },
      403: {
        description: "The link has expired, or the token is another project's",
        messages: [
          "The link has expired; read the job's status for a new one",
          "A forbidden resource has been requested /api/v4/acme/async-job/0199e3b4-7c1a-7d2e-9f60-3b1c5a7e9d24/input",
        ],
      },
      404: {
        description: "There is no such job, or it has no such file yet",
        messages: [
          "There is no job 0199e3b4-7c1a-7d2e-9f60-3b1c5a7e9d24",
          "The job has no such file: it is made when the job is done",
        ],
      },
    },
  };
}

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
