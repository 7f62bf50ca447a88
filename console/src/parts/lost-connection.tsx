import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { failureKind } from "./error-notice.tsx";
import { WarningIcon } from "./icons.tsx";
import styles from "./lost-connection.module.css";

/** Says that what is shown is old, as long as refreshing it fails because nothing answers. */
export function LostConnection() {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((changed: () => void) => cache.subscribe(changed), [cache]);
  const isLost = useSyncExternalStore(subscribe, () =>
    cache.getAll().some((query) => query.isActive() && query.state.data !== undefined && isFailing(query.state.error)),
  );
  if (!isLost) return null;
  return (
    <div className={styles.bar} role="status">
      <WarningIcon />
      The service does not answer. What you see is from before; it is refreshed by itself once it answers.
    </div>
  );
}

function isFailing(error: unknown): boolean {
  return error !== null && failureKind(error) === "unreachable";
}
