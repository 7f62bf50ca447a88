import type { Attempt } from "@shelfwire/client";

/** One attempt with its place in its round. */
export interface PlacedAttempt {
  attempt: Attempt;
  /** From the start of the round's first attempt, in milliseconds. */
  offsetMs: number;
}

/** Up to 10 attempts within a minute (decisions, section 4). */
export interface Round {
  /** Counts from 1; a redelivery is a new run, whose rounds begin with 1 again. */
  run: number;
  round: number;
  startMs: number;
  /** From the end of the round before; undefined for the very first. */
  pauseMs: number | undefined;
  /** From its start to the end of its last attempt. */
  spanMs: number;
  attempts: PlacedAttempt[];
}

/** Attempts of one round start within a minute of each other, or ten minutes later where `Retry-After` asks for it. */
const WITHIN_ROUND_MS = 11 * 60_000;

/** The attempts by round, in the order in which they were made. */
export function roundsOf(attempts: readonly Attempt[]): Round[] {
  const rounds: Round[] = [];
  let before: Attempt | undefined;
  for (const attempt of attempts.toSorted((one, other) => one.number - other.number)) {
    const startMs = Date.parse(attempt.start_time);
    const current = rounds.at(-1);
    if (current === undefined || before === undefined || !isSameRound(before, attempt)) {
      const pauseMs = before && Math.max(0, startMs - endOf(before));
      const run = (current?.run ?? 0) + (before === undefined || isNewRun(before, attempt) ? 1 : 0);
      rounds.push({ run, round: attempt.round, startMs, pauseMs, spanMs: 0, attempts: [] });
    }
    const round = rounds.at(-1);
    if (round === undefined) continue;
    const offsetMs = startMs - round.startMs;
    round.attempts.push({ attempt, offsetMs });
    round.spanMs = Math.max(round.spanMs, offsetMs + attempt.duration_ms);
    before = attempt;
  }
  return rounds;
}

/** The common scale of all rounds in milliseconds: a minute, unless one attempt goes beyond it. */
export function scaleOf(rounds: readonly Round[]): number {
  return rounds.reduce((longest, { spanMs }) => Math.max(longest, spanMs), 60_000);
}

function isSameRound(before: Attempt, attempt: Attempt): boolean {
  return before.round === attempt.round && !isNewRun(before, attempt);
}

/** What was delivered ends a run, and so does a round number that does not go on counting. */
function isNewRun(before: Attempt, attempt: Attempt): boolean {
  if (before.outcome === "delivered" || attempt.round < before.round) return true;
  return before.round === attempt.round && Date.parse(attempt.start_time) - endOf(before) > WITHIN_ROUND_MS;
}

function endOf(attempt: Attempt): number {
  return Date.parse(attempt.start_time) + attempt.duration_ms;
}
