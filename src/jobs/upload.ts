import type { Readable } from "node:stream";
import type { AuditNote } from "../audit/audit.ts";
import { FILE_NAME_LENGTH_MAX, IDEMPOTENCY_KEY_LIFETIME_MS } from "../config/limits.ts";
import type { Database } from "../db/database.ts";
import type { Entities } from "../entities/entities.ts";
import type { FileStore } from "../files/file-store.ts";
import type { Clock } from "../lib/clock.ts";
import { uuidv7 } from "../lib/ids.ts";
import { FILE_FORMATS, IMPORT_MODES, inputKey, type Job, jobFolder } from "./job.ts";
import { selectJob, selectJobByKey } from "./jobs-reads.ts";
import * as store from "./jobs-store.ts";
import { type ReceivedForm, receiveForm } from "./multipart-upload.ts";

/** A request to create a job, as it comes from the network. */
export interface UploadRequest {
  userName: string;
  contentType: string;
  body: Readable;
  idempotencyKey: string | undefined;
  note?: AuditNote;
}

/**
 * accepted: the job is stored with its file; `isNew` is false where its key says that it had been uploaded before.
 * key_reused: the key stands for another upload.
 */
export type UploadOutcome =
  | { kind: "accepted"; job: Job; isNew: boolean }
  | { kind: "malformed" }
  | { kind: "empty" }
  | { kind: "too_large" }
  | { kind: "key_reused" };

interface UploadDeps {
  db: Database;
  files: FileStore;
  entities: Entities;
  clock: Clock;
  processLease: { readonly processId: number };
  uploadBytesMax: number;
}

/** From the first byte to the committed job. What is refused or broken off leaves neither file nor row. */
export class Uploads {
  readonly #deps: UploadDeps;

  constructor(deps: UploadDeps) {
    this.#deps = deps;
  }

  async receive(projectId: number, request: UploadRequest): Promise<UploadOutcome> {
    const { db, files, clock, processLease, uploadBytesMax } = this.#deps;
    const jobId = uuidv7(clock.now());
    let isKept = false;
    let isNoted = false;
    try {
      const outcome = await receiveForm(request.body, request.contentType, uploadBytesMax, async (source) => {
        isNoted = true;
        await store.noteUpload(db, projectId, jobId, processLease.processId);
        await files.write(inputKey(projectId, jobId), source);
      });
      if (outcome.kind !== "received") return outcome;
      const answer = await this.#accept(projectId, jobId, request, outcome.form);
      isKept = answer.kind === "accepted" && answer.isNew;
      return answer;
    } finally {
      if (isNoted && !isKept) await this.#cleanUp(projectId, jobId);
    }
  }

  async #accept(projectId: number, jobId: string, request: UploadRequest, form: ReceivedForm): Promise<UploadOutcome> {
    const facts = this.#factsOf(form);
    if (facts === undefined) return { kind: "malformed" };
    if (facts.fileBytes === 0) return { kind: "empty" };
    const { db, clock } = this.#deps;
    const now = new Date(clock.now());
    const { fingerprint, ...known } = facts;
    const key = request.idempotencyKey && { key: request.idempotencyKey, jobId, fingerprint };
    const job = await db
      .tx(async (tx) => {
        const created = await store.insertJob(tx, projectId, {
          ...known,
          jobId,
          userName: request.userName,
          createdAt: now,
        });
        if (key) {
          const expiresAt = new Date(now.getTime() + IDEMPOTENCY_KEY_LIFETIME_MS);
          const isTaken = !(await store.takeIdempotencyKey(tx, projectId, { ...key, expiresAt, now }));
          if (isTaken) throw new KeyIsTaken();
        }
        await store.forgetUpload(tx, jobId);
        const { entityType, fileName, fileBytes } = known;
        const details = { entity_type: entityType, file_name: fileName, bytes: fileBytes };
        await request.note?.(tx, { target: jobId, details });
        await store.announce(tx, "job_queued", jobId);
        return created;
      })
      .catch((error) => {
        if (error instanceof KeyIsTaken) return undefined;
        throw error;
      });
    if (job !== undefined) return { kind: "accepted", job, isNew: true };
    const earlier = await selectJobByKey(db, projectId, key ? key.key : "", now);
    if (earlier?.fingerprint !== fingerprint) return { kind: "key_reused" };
    const earlierJob = await selectJob(db, projectId, earlier.job_id);
    if (earlierJob === undefined) throw new Error(`job ${earlier.job_id} of an idempotency key is gone`);
    return { kind: "accepted", job: earlierJob, isNew: false };
  }

  /** What the form says, in our words; undefined where a part is missing or has an unknown value (decisions, section 5). */
  #factsOf(form: ReceivedForm) {
    const text = (name: string) => form.fields.get(name)?.trim() ?? "";
    const definition = this.#deps.entities.definition(text("entity_type").toLowerCase());
    const fileFormat = FILE_FORMATS.find((format) => format === text("file_format").toUpperCase());
    const importMode = IMPORT_MODES.find((mode) => mode === text("import_mode").toLowerCase());
    const { file } = form;
    if (definition === undefined || fileFormat === undefined || importMode === undefined || file === undefined) {
      return undefined;
    }
    const fileName = file.name.replaceAll("\0", "").toWellFormed().slice(0, FILE_NAME_LENGTH_MAX);
    const fingerprint = [definition.type, fileFormat, importMode, fileName, file.bytes, file.crc32].join("\n");
    return { entityType: definition.type, fileFormat, importMode, fileName, fileBytes: file.bytes, fingerprint };
  }

  /** The note goes last: should this fail, whoever finds it cleans up. */
  async #cleanUp(projectId: number, jobId: string): Promise<void> {
    await this.#deps.files.removeFolder(jobFolder(projectId, jobId));
    await store.forgetUpload(this.#deps.db, jobId).catch(() => {});
  }
}

class KeyIsTaken extends Error {}
