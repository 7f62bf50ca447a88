import { retentionMs } from "../config/config.ts";
import { FAILURES_UNTIL_FAILING, MAINTENANCE_BATCH, SELF_REDELIVERED_ATTEMPTS_MAX } from "../config/limits.ts";
import type { Database } from "../db/database.ts";
import type { Clock } from "../lib/clock.ts";
import { uuidv7Floor } from "../lib/ids.ts";
import type { Logger } from "../lib/log.ts";
import type { Projects } from "../projects/projects.ts";
import type { DeliveryMetrics } from "./delivery-metrics.ts";
import {
  forgetOutage,
  type HealthChange,
  type HealthReport,
  type PastOutage,
  reportHealth,
  selectPastOutages,
} from "./health-store.ts";
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
  retentionDays: number;
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
    for (const change of changes) this.#apply(change);
  }

  /**
   * Redelivers what died in outages that are over; the number of deliveries. The outage stands in the database until
   * that is done, so that it is done also when the process ends that saw the endpoint recover.
   */
  async redeliverOutages(): Promise<number> {
    let redelivered = 0;
    for (const outage of await selectPastOutages(this.#deps.db)) redelivered += await this.#redeliver(outage);
    return redelivered;
  }

  #apply(change: HealthChange): void {
    const { log, metrics, onChange } = this.#deps;
    log.warn(
      { endpoint: change.endpointId, project: change.projectId, health: change.health },
      "endpoint health changed",
    );
    metrics.healthChanges.inc({ health: change.health });
    onChange(change.endpointId, change.health === "failing");
  }

  async #redeliver(outage: PastOutage): Promise<number> {
    const { db, clock, log, projects, retentionDays } = this.#deps;
    const project = await projects.byId(outage.project_id);
    let redelivered = 0;
    if (project?.settings.redeliverOnRecovery) {
      const nowMs = clock.now();
      const died = {
        endpointId: outage.endpoint_id,
        since: outage.redeliver_since,
        attemptsMax: SELF_REDELIVERED_ATTEMPTS_MAX,
      };
      const fromId = uuidv7Floor(nowMs - retentionMs(retentionDays));
      for (let count = MAINTENANCE_BATCH; count === MAINTENANCE_BATCH; redelivered += count) {
        count = await redeliverOutage(db, { ...died, fromId }, new Date(nowMs), MAINTENANCE_BATCH);
      }
    }
    await forgetOutage(db, outage);
    if (redelivered > 0) {
      log.info({ endpoint: outage.endpoint_id, deliveries: redelivered }, "redelivering after an outage");
    }
    return redelivered;
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
      failedSinceMs: failures[0]?.outcome.startedAtMs ?? null,
      lastFailedDeliveryId: failures.at(-1)?.delivery.deliveryId ?? null,
    };
  });
}

/** A success at an endpoint that the database counts no failures of changes nothing: the usual case costs no statement. */
function isNews(report: HealthReport, lane: Lane): boolean {
  return report.failuresInARow > 0 || lane.failing || lane.knownFailures !== 0;
}
