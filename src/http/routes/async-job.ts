import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { Type } from "typebox";
import { IDEMPOTENCY_KEY_LENGTH_MAX, JOB_POLL_SECONDS, JOB_WAIT_SECONDS_MAX } from "../../config/limits.ts";
import type { SignedLinks } from "../../files/signed-links.ts";
import type { Job } from "../../jobs/job.ts";
import { jobRecord } from "../../jobs/job-record.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { drain } from "../../jobs/multipart-upload.ts";
import type { UploadOutcome } from "../../jobs/upload.ts";
import { problem } from "../../lib/problems.ts";
import { SECOND } from "../../lib/units.ts";
import { callerProject } from "../authentication.ts";
import { JobParams, JobRecordSchema, UploadForm } from "../job-schemas.ts";
import { jobUrls } from "../job-urls.ts";
import { errorAnswers, VersionedParams } from "../schemas.ts";
import type { Server } from "../server.ts";

const UploadQuery = Type.Object({
  uploadType: Type.Optional(
    Type.Union([Type.String(), Type.Array(Type.String())], {
      description: "`multipart`, which is also what is meant without it",
      examples: ["multipart"],
    }),
  ),
});

const StatusQuery = Type.Object({
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: `Answers when the job has ended, or after so many seconds (at most ${JOB_WAIT_SECONDS_MAX})`,
    }),
  ),
});

export const NO_JOB = {
  description: "The project has no such job",
  messages: ["There is no job 0199e3b4-7c1a-7d2e-9f60-3b1c5a7e9d24"],
};

/** Uploads and their jobs (interface, endpoints 5 and 6; decisions, section 5). */
export function asyncJobRoutes(server: Server, deps: { jobs: Jobs; links: SignedLinks; uploadBytesMax: number }): void {
  const { jobs, links } = deps;
  const config = { access: "project" } as const;
  uploadRoute(server, deps);
  // The server closes when its last request is answered.
  server.addHook("preClose", async () => jobs.endWaits());

  server.get(
    "/api/:version_number/:project_name/async-job/status/:async_job_id",
    {
      config,
      schema: {
        operationId: "getAsyncJob",
        tags: ["Uploads"],
        summary: "Read the status of a job",
        params: JobParams,
        querystring: StatusQuery,
        response: { 200: JobRecordSchema, ...errorAnswers(400, 401, 403, 404) },
        answers: {
          200: { description: "The job; `Retry-After` until it has ended", headers: ["Retry-After"] },
          404: NO_JOB,
        },
      },
    },
    async (request, reply) => {
      const { project } = callerProject(request);
      const { version_number, async_job_id } = request.params;
      const waitMs = Math.min(request.query.wait ?? 0, JOB_WAIT_SECONDS_MAX) * SECOND;
      const job = await jobs.whenEnded(project.projectId, async_job_id, { waitMs, signal: hungUp(reply.raw) });
      if (job === undefined) throw unknownJob(async_job_id);
      if (job.completed_at === null) reply.header("retry-after", String(JOB_POLL_SECONDS));
      return jobRecord(job, project.name, jobUrls(links, version_number));
    },
  );

  server.delete(
    "/api/:version_number/:project_name/async-job/status/:async_job_id",
    {
      config,
      schema: {
        operationId: "cancelAsyncJob",
        tags: ["Uploads"],
        summary: "Cancel a job",
        description: "One that waits or runs; nothing of it takes effect, and it is `failed`.",
        params: JobParams,
        response: { 200: JobRecordSchema, ...errorAnswers(401, 403, 404, 409) },
        answers: {
          200: { description: "The job as it is now" },
          404: NO_JOB,
          409: { description: "The job has ended", messages: ["The job has already ended: it is done"] },
        },
      },
    },
    async (request) => {
      const { project, userName } = callerProject(request);
      const { version_number, async_job_id } = request.params;
      const note = request.note("job.cancel", { target: async_job_id });
      const outcome = await jobs.cancel(project.projectId, async_job_id, userName, note);
      switch (outcome.kind) {
        case "cancelled":
          return jobRecord(outcome.job, project.name, jobUrls(links, version_number));
        case "finished":
          throw problem("conflict", `The job has already ended: it is ${outcome.job.state}`);
        case "unknown":
          throw unknownJob(async_job_id);
      }
    },
  );
}

/** Aborted when the client closes its connection: nobody reads the answer then. */
function hungUp(answer: ServerResponse): AbortSignal {
  const gone = new AbortController();
  answer.once("close", () => gone.abort());
  return gone.signal;
}

const UPLOAD_WORDS =
  "The file is checked row by row in a job; its good rows take effect all at once when the job is done. Follow the job by " +
  "`Operation-Location`. A broken upload leaves nothing behind. Parts may come in any order.";

function uploadRoute(
  server: Server,
  { jobs, links, uploadBytesMax }: { jobs: Jobs; links: SignedLinks; uploadBytesMax: number },
): void {
  // The body stays a stream; nothing of it is read before the handler does.
  server.addContentTypeParser(/^multipart\/form-data/i, (_, payload, done) => done(null, payload));

  server.post(
    "/api/:version_number/:project_name/async-job",
    {
      config: { access: "project" },
      schema: {
        operationId: "createAsyncJob",
        tags: ["Uploads"],
        summary: "Upload a file",
        description: UPLOAD_WORDS,
        params: VersionedParams,
        querystring: UploadQuery,
        requestHeaders: ["Idempotency-Key"],
        requestBodies: { "multipart/form-data": UploadForm },
        response: { 202: JobRecordSchema, ...errorAnswers(400, 401, 403, 409, 413) },
        answers: {
          202: {
            description: "Received; the job is in the queue",
            headers: ["Job-Location", "Operation-Location", "Retry-After"],
          },
          400: {
            description: "No form, a missing or unknown value, or no file; nothing was kept",
            messages: [
              "Error Parsing Request",
              "Received file is empty",
              `Idempotency-Key must have 1 to ${IDEMPOTENCY_KEY_LENGTH_MAX} printable characters`,
            ],
          },
          409: {
            description: "The key was used for something else",
            messages: ["The Idempotency-Key was used for another upload; take a new one for each"],
          },
          413: { messages: [`The file is larger than the limit of ${uploadBytesMax} bytes`] },
        },
      },
      onRequest: async (request) => {
        const contentType = request.headers["content-type"] ?? "";
        const { uploadType } = request.query;
        const isForm = /^multipart\/form-data/i.test(contentType);
        const isMultipart = uploadType === undefined || String(uploadType).toLowerCase() === "multipart";
        const isTooLarge = Number(request.headers["content-length"] ?? 0) > uploadBytesMax + FORM_BYTES_MAX;
        if (isForm && isMultipart && !isTooLarge) return;
        await drain(request.raw);
        throw isForm && isMultipart ? tooLarge(uploadBytesMax) : problem("error_parsing_request");
      },
    },
    async (request, reply) => {
      const { project, userName } = callerProject(request);
      const version = request.params.version_number;
      const outcome = await jobs.receive(project.projectId, {
        userName,
        contentType: request.headers["content-type"] ?? "",
        body: request.body instanceof Readable ? request.body : request.raw,
        idempotencyKey: idempotencyKeyOf(request.headers["idempotency-key"]),
        note: request.note("job.upload"),
      });
      if (outcome.kind !== "accepted") await drain(request.raw);
      const job = acceptedJob(outcome, uploadBytesMax);
      const record = jobRecord(job, project.name, jobUrls(links, version));
      reply.code(202).headers({
        // interface, endpoint 5: this very form, without a slash in front.
        location: `${version}/${project.name}/async-job/status/${job.job_id}`,
        "operation-location": record.status_url,
        "retry-after": String(JOB_POLL_SECONDS),
      });
      return record;
    },
  );
}

/** What a form may weigh besides its file. */
const FORM_BYTES_MAX = 256 * 1_024;

function acceptedJob(outcome: UploadOutcome, uploadBytesMax: number): Job {
  switch (outcome.kind) {
    case "accepted":
      return outcome.job;
    case "malformed":
      throw problem("error_parsing_request");
    case "empty":
      throw problem("empty_file");
    case "too_large":
      throw tooLarge(uploadBytesMax);
    case "key_reused":
      throw problem("conflict", "The Idempotency-Key was used for another upload; take a new one for each");
  }
}

function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = String(header);
  if (key !== "" && key.length <= IDEMPOTENCY_KEY_LENGTH_MAX && /^[\x20-\x7e]+$/.test(key)) return key;
  throw problem("bad_request", `Idempotency-Key must have 1 to ${IDEMPOTENCY_KEY_LENGTH_MAX} printable characters`);
}

function tooLarge(uploadBytesMax: number) {
  return problem("too_large", `The file is larger than the limit of ${uploadBytesMax} bytes`);
}

export function unknownJob(jobId: string) {
  return problem("not_found_because", `There is no job ${jobId.slice(0, 100)}`);
}

export function pruned() {
  return problem("gone", "The files of this job were removed, because the time for which they are kept is over");
}
