import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./empty-state.module.css";
import { failureKind, sentencesOf } from "./error-notice.tsx";

interface Words {
  title: string;
  children?: ReactNode;
  /** What to do about it: buttons or links. */
  action?: ReactNode;
}

/** There is nothing of this kind so far. */
export function NoneYet(words: Words) {
  return <State {...words} />;
}

/** There may be some, but the filters let none through. */
export function FiltersHideAll({ what, onClear }: { what: string; onClear: () => void }) {
  const action = (
    <Button variant="default" onClick={onClear}>
      Clear the filters
    </Button>
  );
  return (
    <State title={`No ${what} match these filters`} action={action}>
      There may be others that the filters hide.
    </State>
  );
}

/** The caller may not see this. */
export function NotAllowed({ children }: { children?: ReactNode }) {
  return <State title="Not allowed">{children ?? "Your sign-in does not open this page."}</State>;
}

/** In place of what could not be read: tells "does not answer" from "not allowed", "not there" and the rest. */
export function FailedState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const kind = failureKind(error);
  const action = onRetry && (
    <Button variant="default" onClick={onRetry}>
      Try again
    </Button>
  );
  const said = sentencesOf(error).join(" ");
  switch (kind) {
    case "unreachable":
      return (
        <State title="The service does not answer" action={action} isAlert>
          The console tries again by itself every few seconds.
        </State>
      );
    case "forbidden":
      return <NotAllowed>{said}</NotAllowed>;
    case "missing":
      return <State title="Not found">{said}</State>;
    case "refused":
      return (
        <State title="This could not be read" action={action} isAlert>
          {said}
        </State>
      );
  }
}

function State({ title, children, action, isAlert = false }: Words & { isAlert?: boolean }) {
  return (
    <div className={styles.state} role={isAlert ? "alert" : undefined}>
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
