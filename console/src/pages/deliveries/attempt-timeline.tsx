import { durationText, Time } from "../../parts/time.tsx";
import type { Round } from "./attempt-rounds.ts";
import { scaleOf } from "./attempt-rounds.ts";
import styles from "./attempt-timeline.module.css";
import { outcomeTitle } from "./outcome-words.ts";

const WIDTH = 480;
const BASE = 22;
/** Attempts of a few milliseconds must still be seen. */
const MARK_WIDTH_MIN = 5;

/** The attempts of a delivery, a line for each round, all lines on one scale of time. */
export function AttemptTimeline({
  rounds,
  nextAttemptTime,
}: {
  rounds: readonly Round[];
  nextAttemptTime: string | null;
}) {
  const scaleMs = scaleOf(rounds);
  const hasRuns = rounds.some(({ run }) => run > 1);
  return (
    <>
      <ol className={styles.rounds} aria-label="Attempts by round">
        {rounds.map((round, index) => (
          <li key={`${round.run}-${round.round}-${round.startMs}`}>
            <div className={styles.head}>
              <strong>{hasRuns ? `Run ${round.run}, round ${round.round}` : `Round ${round.round}`}</strong>
              <span>
                <Time at={round.startMs} />
              </span>
              <span>{countText(round)}</span>
              {round.pauseMs !== undefined && <span>{durationText(round.pauseMs)} after the one before</span>}
            </div>
            <RoundChart
              round={round}
              scaleMs={scaleMs}
              nextMs={index === rounds.length - 1 ? nextOffset(round, nextAttemptTime, scaleMs) : undefined}
            />
          </li>
        ))}
      </ol>
      <div className={styles.scale} aria-hidden="true">
        <span>0 s</span>
        <span>{durationText(scaleMs)}</span>
      </div>
    </>
  );
}

function RoundChart({ round, scaleMs, nextMs }: { round: Round; scaleMs: number; nextMs: number | undefined }) {
  const x = (ms: number) => (ms / scaleMs) * (WIDTH - 10) + 2;
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${WIDTH} 40`}
      preserveAspectRatio="none"
      role="img"
      aria-label={chartText(round)}
    >
      <line className={styles.axis} x1={0} x2={WIDTH} y1={BASE} y2={BASE} vectorEffect="non-scaling-stroke" />
      {round.attempts.map(({ attempt, offsetMs }) => (
        <rect
          key={attempt.number}
          className={styles.mark}
          data-outcome={attempt.outcome === "delivered" ? "delivered" : "failed"}
          x={x(offsetMs)}
          y={BASE - 14}
          width={Math.max(MARK_WIDTH_MIN, x(attempt.duration_ms) - x(0))}
          height={14}
          rx={1.5}
        >
          <title>
            {`Attempt ${attempt.number}, +${durationText(offsetMs)}: ${outcomeTitle(attempt.outcome, attempt.status_code)} in ${durationText(attempt.duration_ms)}`}
          </title>
        </rect>
      ))}
      {nextMs !== undefined && (
        <rect className={styles.next} x={x(nextMs)} y={BASE - 14} width={MARK_WIDTH_MIN} height={14} rx={1.5}>
          <title>The next attempt</title>
        </rect>
      )}
    </svg>
  );
}

function countText({ attempts }: Round): string {
  return attempts.length === 1 ? "1 attempt" : `${attempts.length} attempts`;
}

function chartText(round: Round): string {
  const parts = round.attempts.map(
    ({ attempt, offsetMs }) => `${durationText(offsetMs)}: ${outcomeTitle(attempt.outcome, attempt.status_code)}`,
  );
  return `${countText(round)}. ${parts.join("; ")}`;
}

/** Where the next attempt falls on the line of this round; undefined where it belongs to a later one. */
function nextOffset(round: Round, nextAttemptTime: string | null, scaleMs: number): number | undefined {
  if (nextAttemptTime === null) return undefined;
  const offset = Date.parse(nextAttemptTime) - round.startMs;
  return offset >= 0 && offset <= scaleMs ? offset : undefined;
}
