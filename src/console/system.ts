import type { Config } from "../config/config.ts";
import * as limits from "../config/limits.ts";
import type { Database } from "../db/database.ts";
import type { Clock } from "../lib/clock.ts";
import { DAY, SECOND } from "../lib/units.ts";
import { VERSION } from "../version.ts";
import { type SettingView, viewConfiguration } from "./configuration-view.ts";
import { KeptAnswers } from "./kept-answers.ts";
import type { Overviews, WorkNow } from "./overview.ts";
import { selectDatabase, selectProcesses, selectTables, type TableRow } from "./system-reads.ts";

/** The state of the installation, for the operator. */
export interface SystemState {
  version: string;
  node_version: string;
  started_at: string;
  database: { version: string; embedded: boolean; bytes: number; tables: TableRow[] };
  processes: {
    process_id: string;
    host: string;
    pid: number;
    roles: string[];
    version: string;
    started_at: string;
    last_beat_at: string;
    is_this: boolean;
  }[];
  queue: Pick<
    WorkNow,
    "pending" | "leased" | "dead" | "oldest_due_seconds" | "failing_endpoints" | "jobs_queued" | "jobs_running"
  >;
  retention: { name: string; days: number }[];
  limits: { name: string; value: number; unit: string }[];
  configuration: SettingView[];
}

interface Deps {
  db: Database;
  clock: Clock;
  config: Config;
  overviews: Overviews;
  processLease: { readonly processId: number };
}

export class System {
  readonly #deps: Deps;
  readonly #startedAt: string;
  readonly #sizes = new KeptAnswers<{ version: string; bytes: number; tables: TableRow[] }>();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#startedAt = new Date(deps.clock.now()).toISOString();
  }

  async read(): Promise<SystemState> {
    const { db, config, overviews } = this.#deps;
    const [sizes, processes, { rows_per_second: _, ...queue }] = await Promise.all([
      this.#sizes.ask("all", async () => ({ ...(await selectDatabase(db)), tables: await selectTables(db) })),
      this.#processes(),
      overviews.work(null),
    ]);
    return {
      version: VERSION,
      node_version: process.version,
      started_at: this.#startedAt,
      database: { embedded: config.databaseUrl === undefined, ...sizes },
      processes,
      queue,
      retention: retentionOf(config),
      limits: limitsOf(config),
      configuration: viewConfiguration(config),
    };
  }

  async #processes(): Promise<SystemState["processes"]> {
    const { db, processLease } = this.#deps;
    const rows = await selectProcesses(db, limits.PROCESS_LEASE_MS);
    return rows.map(({ process_id, started_at, last_beat_at, ...facts }) => ({
      process_id: String(process_id),
      ...facts,
      started_at: started_at.toISOString(),
      last_beat_at: last_beat_at.toISOString(),
      is_this: process_id === processLease.processId,
    }));
  }
}

function retentionOf({ notifier, jobs, audit }: Config): SystemState["retention"] {
  return [
    { name: "events, deliveries and attempts", days: notifier.retentionDays },
    { name: "files of jobs", days: jobs.retentionDays },
    { name: "audit log", days: audit.retentionDays },
    { name: "outcomes by hour", days: limits.FIGURES_HOURS_MS / DAY },
  ];
}

function limitsOf({ http, jobs, notifier, databaseConnectionsMax }: Config): SystemState["limits"] {
  return [
    { name: "requests of one token", value: http.rateLimit, unit: "a second" },
    { name: "uploaded file", value: jobs.uploadBytesMax, unit: "bytes" },
    { name: "inflated archive", value: jobs.inflatedBytesMax, unit: "bytes" },
    { name: "jobs at once in one process", value: jobs.runningMax, unit: "jobs" },
    { name: "tries of a job", value: jobs.triesMax, unit: "tries" },
    { name: "URLs of a subscription", value: limits.SUBSCRIPTION_URLS_MAX, unit: "URLs" },
    { name: "results in one publish", value: limits.RESULTS_PER_PUBLISH_MAX, unit: "results" },
    { name: "attempts in a round", value: notifier.roundOffsetsMs.length, unit: "attempts" },
    { name: "rounds of a delivery", value: notifier.roundDelaysMs.length + 1, unit: "rounds" },
    { name: "one attempt", value: limits.ATTEMPT_TIMEOUT_MS / SECOND, unit: "seconds" },
    { name: "in flight to one endpoint", value: limits.IN_FLIGHT_MAX, unit: "attempts" },
    { name: "in flight in one process", value: limits.IN_FLIGHT_TOTAL_MAX, unit: "attempts" },
    { name: "rows of a page", value: limits.PER_PAGE_MAX, unit: "rows" },
    { name: "database connections of one process", value: databaseConnectionsMax, unit: "connections" },
  ];
}
