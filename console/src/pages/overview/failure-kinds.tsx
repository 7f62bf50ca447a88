import { count } from "../../parts/figures.ts";
import { outcomeWords } from "../deliveries/outcome-words.ts";
import styles from "./failure-kinds.module.css";

/** Why attempts failed, the most frequent first; nothing where none did. */
export function FailureKinds({ failures }: { failures: Readonly<Record<string, number>> }) {
  const kinds = Object.entries(failures).sort(([, a], [, b]) => b - a);
  if (kinds.length === 0) return null;
  return (
    <ul className={styles.kinds} aria-label="Failed attempts by kind">
      {kinds.map(([kind, attempts]) => (
        <li key={kind} title={outcomeWords(kind).meaning}>
          {outcomeWords(kind).title} <strong>{count(attempts)}</strong>
        </li>
      ))}
    </ul>
  );
}
