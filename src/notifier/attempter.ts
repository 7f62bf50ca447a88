import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/log.ts";
import { SECOND } from "../lib/units.ts";
import type { Project } from "../projects/project.ts";
import type { Projects } from "../projects/projects.ts";
import { callbackRequest } from "./callback-request.ts";
import { callbackTarget } from "./callback-target.ts";
import type { Connections } from "./connections.ts";
import type { DeliveryMetrics } from "./delivery-metrics.ts";
import type { AttemptOutcome, LeasedDelivery } from "./delivery-state.ts";
import { type NextStep, nextStep, type RetryPolicy } from "./retry-policy.ts";
import { send } from "./sender.ts";
import type { Settler } from "./settler.ts";

interface Deps {
  clock: Clock;
  log: Logger;
  projects: Projects;
  connections: Connections;
  settler: Settler;
  metrics: DeliveryMetrics;
  policy: RetryPolicy;
  service: { source: string; userAgent: string };
  random: () => number;
}

/** not_tried: the database is away, or the project is being removed. */
export type AttemptResult = "acknowledged" | "failed" | "not_tried";

/**
 * One attempt from beginning to end: the request, its outcome, what follows, and the line in the log. By callbacks, as
 * there are thousands of them a second: a chain of promises cost more than signing.
 */
export class Attempter {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * The outcome is handed to the settler, which writes it. Nothing is tried without the project's settings. `onEnd` is
   * called once, in a later turn of the event loop.
   */
  run(delivery: LeasedDelivery, onEnd: (result: AttemptResult) => void): void {
    const { projects, log } = this.#deps;
    const known = projects.inMemory(delivery.projectId);
    if (known !== undefined) {
      this.#attempt(delivery, known, onEnd);
      return;
    }
    projects.byId(delivery.projectId).then(
      (project) => (project === undefined ? onEnd("not_tried") : this.#attempt(delivery, project, onEnd)),
      (error) => {
        log.warn({ err: error, delivery: delivery.deliveryId }, "the project of a delivery cannot be read yet");
        onEnd("not_tried");
      },
    );
  }

  #attempt(delivery: LeasedDelivery, project: Project, onEnd: (result: AttemptResult) => void): void {
    const { clock, connections, service } = this.#deps;
    const startedAtMs = clock.now();
    send(connections, callbackRequest(delivery, project, service, startedAtMs), startedAtMs, (outcome) =>
      onEnd(this.#end(delivery, outcome)),
    );
  }

  #end(delivery: LeasedDelivery, outcome: AttemptOutcome): AttemptResult {
    const { clock, policy, settler, random } = this.#deps;
    const next = nextStep(policy, delivery, outcome, clock.now(), random());
    this.#record(delivery, outcome, next);
    settler.add({ delivery, outcome, next });
    return outcome.failure === undefined ? "acknowledged" : "failed";
  }

  #record(delivery: LeasedDelivery, outcome: AttemptOutcome, next: NextStep): void {
    const { log, metrics } = this.#deps;
    const label = outcome.failure ?? "delivered";
    metrics.attempted(label, outcome.durationMs / SECOND);
    log.info(
      {
        project: delivery.projectId,
        delivery: delivery.deliveryId,
        session: delivery.sessionUid,
        endpoint: delivery.endpointId,
        url: callbackTarget(delivery.url).masked,
        round: delivery.round,
        attempt: delivery.attempts + 1,
        outcome: label,
        status: outcome.status,
        ms: outcome.durationMs,
        next: next.state,
        ...(next.state === "pending" && { nextAt: new Date(next.runAtMs).toISOString() }),
      },
      "attempt",
    );
  }
}
