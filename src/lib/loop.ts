import type { Logger } from "./log.ts";
import { SECOND } from "./units.ts";

/** What a step says about the next one: run at once, wait the idle time, or wait at most so many milliseconds. */
export type StepAnswer = "again" | "idle" | number;

const BACKOFF_FIRST_MS = 100;
const BACKOFF_MAX_MS = 5 * SECOND;

export interface LoopOptions {
  name: string;
  /** How long to wait after an `idle` step when nobody calls `wake`. */
  idleMs: number;
  step: () => Promise<StepAnswer>;
  log: Logger;
}

/**
 * A background loop that runs one step at a time. An error in a step is logged and backed off, never fatal: the database
 * may be away for a while, and the loop must be there when it comes back.
 */
export class Loop {
  readonly #options: LoopOptions;
  #running: Promise<void> | undefined;
  #stopping = false;
  #woken = false;
  #endWait: (() => void) | undefined;

  constructor(options: LoopOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Ends the present wait, or lets the next one end at once. */
  wake(): void {
    this.#woken = true;
    this.#endWait?.();
  }

  /** Resolves when the step in progress has ended. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#endWait?.();
    await this.#running;
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#stopping) {
      this.#woken = false;
      let waitMs = 0;
      try {
        const answer = await this.#options.step();
        failures = 0;
        waitMs = answer === "again" ? 0 : answer === "idle" ? this.#options.idleMs : answer;
      } catch (error) {
        failures += 1;
        waitMs = Math.min(BACKOFF_FIRST_MS * 2 ** (failures - 1), BACKOFF_MAX_MS);
        this.#options.log.warn({ err: error, loop: this.#options.name, failures, waitMs }, "background step failed");
      }
      await this.#wait(waitMs, failures === 0);
    }
  }

  async #wait(ms: number, wakeable: boolean): Promise<void> {
    if (this.#stopping || (wakeable && this.#woken)) return;
    if (ms <= 0) {
      // Even a loop that never rests lets sockets and timers have their turn.
      await new Promise((resolve) => setImmediate(resolve));
      return;
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#endWait = () => {
        if (!wakeable && !this.#stopping) return;
        clearTimeout(timer);
        resolve();
      };
    });
    this.#endWait = undefined;
  }
}
