import { FAILURES_UNTIL_FAILING, MAINTENANCE_BATCH } from "../config/limits.ts";
import type { Database } from "../db/database.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/log.ts";
import type { Projects } from "../projects/projects.ts";
import type { DeliveryMetrics } from "./delivery-metrics.ts";
import { type HealthChange, type HealthReport, reportHealth } from "./health-store.ts";
import type { Lane, Lanes } from "./lanes.ts";
import { redeliverOutage } from "./redelivery-store.ts";
import type { Settlement } from "./settle-store.ts";

interface Deps {
  db: Database;
  clock: Clock;
  log: Logger;
  projects: Projects;
  lanes: Lanes;
  metrics: DeliveryMetrics;
  /** Called for an endpoint whose health changed, here or in another process. */
  onChange: (endpointId: number, failing: boolean) => void;
}

/**
 * Endpoint health (decisions, section 4): ten failed attempts in a row make an endpoint failing, the first success
 * makes it healthy again, and what died during the outage is delivered again where the project wants it.
 */
export class HealthKeeper {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Takes note of attempts whose outcome is written. */
  async note(settlements: readonly Settlement[]): Promise<void> {
    const { db, clock, lanes } = this.#deps;
    const reports = reportsOf(settlements).filter((report) => isNews(report, lanes.of(report.endpointId)));
    if (reports.length === 0) return;
    const changes = await reportHealth(db, reports, new Date(clock.now()), FAILURES_UNTIL_FAILING);
    for (const report of reports) lanes.of(report.endpointId).knownFailures = report.failuresInARow;
    for (const change of changes) await this.#apply(change);
  }

  async #apply(change: HealthChange): Promise<void> {
    const { log, metrics, onChange } = this.#deps;
    const failing = change.health === "failing";
    log.warn(
      { endpoint: change.endpointId, project: change.projectId, health: change.health },
      "endpoint health changed",
    );
    metrics.healthChanges.inc({ health: change.health });
    if (change.failingSince !== null) await this.#redeliver(change, change.failingSince);
    onChange(change.endpointId, failing);
  }

  async #redeliver(change: HealthChange, since: Date): Promise<void> {
    const project = await this.#deps.projects.byId(change.projectId);
    if (!project?.settings.redeliverOnRecovery) return;
    const at = new Date(this.#deps.clock.now());
    let redelivered = 0;
    for (let count = -1; count !== 0; redelivered += count) {
      count = await redeliverOutage(this.#deps.db, change.endpointId, since, at, MAINTENANCE_BATCH);
    }
    if (redelivered > 0)
      this.#deps.log.info({ endpoint: change.endpointId, deliveries: redelivered }, "redelivering after an outage");
  }
}

function reportsOf(settlements: readonly Settlement[]): HealthReport[] {
  const byEndpoint = Map.groupBy(settlements, ({ delivery }) => delivery.endpointId);
  return [...byEndpoint].map(([endpointId, group]) => {
    const lastSuccess = group.findLastIndex(({ outcome }) => outcome.failure === undefined);
    const failures = group.slice(lastSuccess + 1);
    return {
      endpointId,
      succeeded: lastSuccess >= 0,
      failuresInARow: failures.length,
      lastFailedDeliveryId: failures.at(-1)?.delivery.deliveryId ?? null,
    };
  });
}

/** A success at an endpoint that the database counts no failures of changes nothing: the usual case costs no statement. */
function isNews(report: HealthReport, lane: Lane): boolean {
  return report.failuresInARow > 0 || lane.failing || lane.knownFailures !== 0;
}
