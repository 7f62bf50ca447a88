import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/log.ts";
import { SECOND } from "../lib/units.ts";
import type { Projects } from "../projects/projects.ts";
import { callbackRequest } from "./callback-request.ts";
import { maskUrl } from "./callback-url.ts";
import type { DeliveryMetrics } from "./delivery-metrics.ts";
import type { AttemptOutcome, LeasedDelivery } from "./delivery-state.ts";
import type { OriginPools } from "./origin-pools.ts";
import { type NextStep, nextStep, type RetryPolicy } from "./retry-policy.ts";
import { send } from "./sender.ts";
import type { Settler } from "./settler.ts";

interface Deps {
  clock: Clock;
  log: Logger;
  projects: Projects;
  pools: OriginPools;
  settler: Settler;
  metrics: DeliveryMetrics;
  policy: RetryPolicy;
  service: { source: string; userAgent: string };
  random: () => number;
}

/** One attempt from beginning to end: the request, its outcome, what follows, and the line in the log. */
export class Attempter {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** True when the receiver acknowledged. The outcome is handed to the settler, which writes it. */
  async run(delivery: LeasedDelivery): Promise<boolean> {
    const { clock, policy, settler, random } = this.#deps;
    const outcome = await this.#attempt(delivery);
    const next = nextStep(policy, delivery, outcome, clock.now(), random());
    this.#record(delivery, outcome, next);
    settler.add({ delivery, outcome, next });
    return outcome.failure === undefined;
  }

  async #attempt(delivery: LeasedDelivery): Promise<AttemptOutcome> {
    const { clock, projects, pools, service } = this.#deps;
    const startedAtMs = clock.now();
    const started = performance.now();
    const project = await projects.byId(delivery.projectId).catch(() => undefined);
    const result = project
      ? await send(pools, callbackRequest(delivery, project, service, startedAtMs), startedAtMs)
      : // The project is being removed, or cannot be read just now: either way nobody was asked.
        { failure: "connect_failed" as const, status: undefined, answer: undefined, retryAfterMs: undefined };
    return { ...result, startedAtMs, durationMs: Math.round(performance.now() - started) };
  }

  #record(delivery: LeasedDelivery, outcome: AttemptOutcome, next: NextStep): void {
    const { log, metrics } = this.#deps;
    const label = outcome.failure ?? "delivered";
    metrics.attempts.inc({ outcome: label });
    metrics.attemptSeconds.observe(outcome.durationMs / SECOND);
    if (next.state === "pending") metrics.retried.inc();
    else metrics.settled.inc({ state: next.state });
    log.info(
      {
        project: delivery.projectId,
        delivery: delivery.deliveryId,
        session: delivery.sessionUid,
        endpoint: delivery.endpointId,
        url: maskUrl(delivery.url),
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
