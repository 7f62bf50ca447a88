import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { FailureClass } from "./delivery-state.ts";

/** Figures of the delivery engine; labels are closed lists, never a URL or a project. */
export interface DeliveryMetrics {
  accepted: Counter;
  duplicates: Counter;
  settled: Counter<"state">;
  retried: Counter;
  claims: Counter;
  rescued: Counter;
  healthChanges: Counter<"health">;
  /** An attempt came out so, after so many seconds. */
  attempted(outcome: FailureClass | "delivered", seconds: number): void;
}

interface QueueNow {
  pending: number;
  leased: number;
  oldestDueSeconds: number;
  failingEndpoints: number;
}

/** Sources of the figures that are read when somebody asks. */
export interface QueueFigures {
  inFlight: () => number;
  queue: () => Promise<QueueNow>;
}

export function createDeliveryMetrics(registry: Registry, figures: QueueFigures): DeliveryMetrics {
  const registers = [registry];
  addQueueGauges(registers, figures);
  return {
    accepted: new Counter({
      name: "shelfwire_events_accepted_total",
      help: "Events published and committed",
      registers,
    }),
    duplicates: new Counter({
      name: "shelfwire_events_duplicate_total",
      help: "Events published again with the same id",
      registers,
    }),
    settled: new Counter({
      name: "shelfwire_deliveries_settled_total",
      help: "Deliveries that reached their end, by state",
      labelNames: ["state"],
      registers,
    }),
    retried: new Counter({
      name: "shelfwire_deliveries_retried_total",
      help: "Failed attempts that another one follows",
      registers,
    }),
    claims: new Counter({
      name: "shelfwire_deliveries_claimed_total",
      help: "Deliveries taken from the queue",
      registers,
    }),
    rescued: new Counter({
      name: "shelfwire_leases_rescued_total",
      help: "Deliveries returned to the queue because the process that held them is gone",
      registers,
    }),
    healthChanges: new Counter({
      name: "shelfwire_endpoint_health_changes_total",
      help: "Endpoints that became healthy or failing",
      labelNames: ["health"],
      registers,
    }),
    attempted: attemptFigures(registers),
  };
}

/** Attempts are counted in a map of our own until somebody asks: the labels' lookup took longer than the attempt's other bookkeeping. */
function attemptFigures(registers: Registry[]): DeliveryMetrics["attempted"] {
  const counted = new Map<string, number>();
  new Counter({
    name: "shelfwire_attempts_total",
    help: "HTTP tries, by outcome: delivered or the class of failure",
    labelNames: ["outcome"],
    registers,
    collect() {
      for (const [outcome, count] of counted) this.inc({ outcome }, count);
      counted.clear();
    },
  });
  const duration = new Histogram({
    name: "shelfwire_attempt_duration_seconds",
    help: "Duration of one HTTP try",
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  }).labels({});
  return (outcome, seconds) => {
    counted.set(outcome, (counted.get(outcome) ?? 0) + 1);
    duration.observe(seconds);
  };
}

/** Gauges that are read when somebody asks; those of the queue share one statement. */
function addQueueGauges(registers: Registry[], figures: QueueFigures): void {
  let reading: Promise<QueueNow | undefined> | undefined;
  // While the database is away, the other figures are still there.
  function queue(): Promise<QueueNow | undefined> {
    reading ??= figures
      .queue()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  }
  new Gauge({
    name: "shelfwire_deliveries_in_flight",
    help: "Attempts of this process that wait for their receiver",
    registers,
    collect() {
      this.set(figures.inFlight());
    },
  });
  new Gauge({
    name: "shelfwire_deliveries_queued",
    help: "Deliveries in the queue",
    labelNames: ["state"],
    registers,
    async collect() {
      const now = await queue();
      if (now === undefined) return;
      this.set({ state: "pending" }, now.pending);
      this.set({ state: "leased" }, now.leased);
    },
  });
  new Gauge({
    name: "shelfwire_endpoints_failing",
    help: "Endpoints whose attempts fail in a row",
    registers,
    async collect() {
      const now = await queue();
      if (now !== undefined) this.set(now.failingEndpoints);
    },
  });
  new Gauge({
    name: "shelfwire_deliveries_oldest_due_seconds",
    help: "How long the delivery that is due first has been due; those that wait for a failing endpoint do not count",
    registers,
    async collect() {
      const now = await queue();
      if (now !== undefined) this.set(now.oldestDueSeconds);
    },
  });
}
