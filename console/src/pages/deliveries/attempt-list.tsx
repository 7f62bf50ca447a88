import { StatusBadge } from "../../parts/status-badge.tsx";
import { durationText, Time } from "../../parts/time.tsx";
import type { PlacedAttempt, Round } from "./attempt-rounds.ts";
import styles from "./deliveries.module.css";
import { outcomeTitle, outcomeWords } from "./outcome-words.ts";

/** The attempts one by one, the newest first, with what the receiver answered where the caller may see it. */
export function AttemptList({ rounds }: { rounds: readonly Round[] }) {
  const placed = rounds.flatMap(({ attempts }) => attempts).toReversed();
  return (
    <ol className={styles.attempts} aria-label="Attempts, the newest first">
      {placed.map((one) => (
        <AttemptLine key={one.attempt.number} {...one} />
      ))}
    </ol>
  );
}

function AttemptLine({ attempt }: PlacedAttempt) {
  const isDelivered = attempt.outcome === "delivered";
  const { meaning } = outcomeWords(attempt.outcome);
  return (
    <li className={styles.attempt}>
      <div className={styles.attemptLine}>
        <span className={styles.attemptNumber}>#{attempt.number}</span>
        <span className={styles.attemptOutcome} title={meaning}>
          <StatusBadge tone={isDelivered ? "good" : "bad"}>
            {outcomeTitle(attempt.outcome, attempt.status_code)}
          </StatusBadge>{" "}
          {isDelivered && attempt.status_code !== null && <span className={styles.muted}>{attempt.status_code}</span>}
        </span>
        <span className={styles.muted}>{durationText(attempt.duration_ms)}</span>
        <Time at={attempt.start_time} />
      </div>
      {attempt.answer !== null && attempt.answer !== "" && (
        <details>
          <summary>What the receiver answered</summary>
          <pre className={styles.code}>{attempt.answer}</pre>
        </details>
      )}
    </li>
  );
}
