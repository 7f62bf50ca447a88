import { plainArray } from "../db/array-literal.ts";
import { type Queryable, type Statement, statement, type Tx } from "../db/database.ts";
import type { AttemptOutcome } from "../notifier/delivery-state.ts";
import { OUTCOME_COUNTS, type OutcomeTally } from "./outcome-tally.ts";

export type OutcomeTable = "outcome_minutes" | "outcome_hours" | "endpoint_outcome_minutes";

/** What is to be added to one row. */
export interface OutcomeRow {
  projectId: number;
  /** In the table of endpoints only. */
  endpointId?: number;
  /** The beginning of the minute or hour, in ms since the epoch. */
  startMs: number;
  tally: OutcomeTally;
}

/** Adds to what the rows have already. */
export async function addOutcomes(tx: Tx, table: OutcomeTable, rows: readonly OutcomeRow[]): Promise<void> {
  await tx.execute(ADD_OUTCOMES[table], [
    plainArray(rows.map(({ projectId }) => projectId)),
    plainArray(rows.map(({ endpointId }) => endpointId)),
    plainArray(rows.map(({ startMs }) => new Date(startMs).toISOString())),
    rows.map(({ tally }) => `{${tally.counts.join()}}`),
    rows.map(({ tally }) => `{${tally.latencies.join()}}`),
  ]);
}

function addText(table: OutcomeTable): string {
  const key = table === "endpoint_outcome_minutes" ? "project_id, endpoint_id, starts_at" : "project_id, starts_at";
  return `
    insert into ${table} as o (${key}, ${OUTCOME_COUNTS.join(", ")}, latency_counts)
    select ${key}, ${OUTCOME_COUNTS.map((_, i) => `counts[${i + 1}]`).join(", ")}, latencies
    from (
      select project_id, endpoint_id, starts_at, counts::int[] as counts, latencies::int[] as latencies
      from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::text[], $5::text[])
        with ordinality as g (project_id, endpoint_id, starts_at, counts, latencies, place)
      order by place
    ) given
    on conflict (${key}) do update set
      ${OUTCOME_COUNTS.map((name) => `${name} = o.${name} + excluded.${name}`).join(", ")},
      latency_counts = array(
        select had + came
        from unnest(o.latency_counts, excluded.latency_counts) with ordinality as l (had, came, place)
        order by place)`;
}

const ADD_OUTCOMES: Record<OutcomeTable, Statement> = {
  outcome_minutes: statement("add_outcome_minutes", addText("outcome_minutes")),
  outcome_hours: statement("add_outcome_hours", addText("outcome_hours")),
  endpoint_outcome_minutes: statement("add_endpoint_outcome_minutes", addText("endpoint_outcome_minutes")),
};

/** An attempt that may be the last one of its endpoint. */
export interface LastAttempt {
  projectId: number;
  endpointId: number;
  outcome: AttemptOutcome;
}

/** Other processes may know of later ones: these stay. */
export async function noteLastAttempts(tx: Tx, attempts: readonly LastAttempt[]): Promise<void> {
  await tx.execute(NOTE_LAST_ATTEMPTS, [
    plainArray(attempts.map(({ endpointId }) => endpointId)),
    plainArray(attempts.map(({ projectId }) => projectId)),
    plainArray(attempts.map(({ outcome }) => new Date(outcome.startedAtMs).toISOString())),
    plainArray(attempts.map(({ outcome }) => outcome.durationMs)),
    plainArray(attempts.map(({ outcome }) => outcome.failure ?? "delivered")),
    plainArray(attempts.map(({ outcome }) => outcome.status)),
  ]);
}

const NOTE_LAST_ATTEMPTS = statement(
  "note_last_attempts",
  `insert into last_attempts as l (endpoint_id, project_id, started_at, duration_ms, outcome, status)
   select * from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::int[], $5::text[], $6::smallint[])
   on conflict (endpoint_id) do update set
     started_at = excluded.started_at, duration_ms = excluded.duration_ms, outcome = excluded.outcome, status = excluded.status
   where l.started_at <= excluded.started_at`,
);

/** Removes what began before the given time. */
export async function pruneOutcomes(db: Queryable, table: OutcomeTable, before: Date): Promise<void> {
  await db.execute(PRUNE_OUTCOMES[table], [before]);
}

const PRUNE_OUTCOMES: Record<OutcomeTable, Statement> = {
  outcome_minutes: statement("prune_outcome_minutes", "delete from outcome_minutes where starts_at < $1"),
  outcome_hours: statement("prune_outcome_hours", "delete from outcome_hours where starts_at < $1"),
  endpoint_outcome_minutes: statement(
    "prune_endpoint_outcome_minutes",
    "delete from endpoint_outcome_minutes where starts_at < $1",
  ),
};

/** The part of this module in the removal of a project. */
export async function removeProjectRows(tx: Tx, projectId: number): Promise<void> {
  for (const remove of REMOVE_PROJECT_ROWS) await tx.execute(remove, [projectId]);
}

const REMOVE_PROJECT_ROWS = [
  statement("remove_outcome_minutes_of_project", "delete from outcome_minutes where project_id = $1"),
  statement("remove_outcome_hours_of_project", "delete from outcome_hours where project_id = $1"),
  statement("remove_last_attempts_of_project", "delete from last_attempts where project_id = $1"),
  statement("remove_endpoint_outcomes_of_project", "delete from endpoint_outcome_minutes where project_id = $1"),
];
