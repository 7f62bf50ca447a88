import { Worker } from "node:worker_threads";
import { WORKER_HEAP_MIB_MAX, WORKER_YOUNG_HEAP_MIB_MAX } from "../config/limits.ts";
import type { JobProgress } from "./job.ts";
import type { RunOutcome } from "./run-job.ts";
import type { RunRequest, WorkerMessage, WorkerSetup } from "./worker-messages.ts";

/** died: the thread ended in the middle of the run, by itself or because it was told to. */
export type SlotOutcome = RunOutcome | { kind: "died"; reason: string };

/** A place where one job at a time can run. Its thread is started at the first run, and again after it died. */
export class WorkerSlot {
  readonly #setup: WorkerSetup;
  #worker: Worker | undefined;

  constructor(setup: WorkerSetup) {
    this.#setup = setup;
  }

  /** Never rejects. */
  run(request: RunRequest, onProgress: (progress: JobProgress) => void): Promise<SlotOutcome> {
    const worker = this.#liveWorker();
    return new Promise((resolve) => {
      const end = (outcome: SlotOutcome) => {
        worker.off("message", onMessage);
        worker.off("error", onError);
        worker.off("exit", onExit);
        resolve(outcome);
      };
      const onMessage = (message: WorkerMessage) => {
        if (message.kind === "progress") onProgress(message.progress);
        else end(message.outcome);
      };
      const onError = (error: unknown) => end({ kind: "died", reason: String(error) });
      const onExit = (code: number) => end({ kind: "died", reason: `the worker ended with code ${code}` });
      worker.on("message", onMessage);
      worker.on("error", onError);
      worker.on("exit", onExit);
      worker.postMessage(request);
    });
  }

  /** Ends the thread at once, whatever it does; a run in progress answers `died`. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    // Forgotten at once: the next job must not be posted to a thread that is still dying.
    this.#worker = undefined;
    await worker?.terminate();
  }

  #liveWorker(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(new URL("./worker.ts", import.meta.url), {
      workerData: this.#setup,
      // Standard ones only: those of a test runner or a profiler are not meant for it.
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: WORKER_HEAP_MIB_MAX,
        maxYoungGenerationSizeMb: WORKER_YOUNG_HEAP_MIB_MAX,
      },
    });
    // Between two runs nobody else listens, and an error event without a listener would end the process.
    worker.on("error", () => {});
    worker.once("exit", () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    worker.unref();
    this.#worker = worker;
    return worker;
  }
}
