import type { ReactNode } from "react";
import styles from "./status-badge.module.css";

export type Tone = "good" | "bad" | "warn" | "calm" | "running";

/** A state in one or two words, told by its text and not by colour alone. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}
