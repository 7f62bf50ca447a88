import { ShelfwireError, UnreachableError } from "@shelfwire/client";
import styles from "./error-notice.module.css";
import { WarningIcon } from "./icons.tsx";

/** Why something did not work, in the service's own sentences. */
export function ErrorNotice({ error }: { error: unknown }) {
  const sentences = sentencesOf(error);
  return (
    <div className={styles.notice} role="alert">
      <WarningIcon />
      <div>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </div>
  );
}

/** The service's sentences, or ours where it did not answer. */
export function sentencesOf(error: unknown): string[] {
  if (error instanceof UnreachableError) return ["The service does not answer."];
  if (!(error instanceof ShelfwireError)) return ["Something went wrong in the console itself; reload the page."];
  const sentences = error.messages.length > 0 ? error.messages : [error.error || `Status ${error.statusCode}`];
  return error.requestId === undefined ? sentences : [...sentences, `Request ${error.requestId}`];
}

/** What kind of failure it is, for the state that a page shows. */
export function failureKind(error: unknown): "unreachable" | "forbidden" | "missing" | "refused" {
  if (error instanceof UnreachableError) return "unreachable";
  if (!(error instanceof ShelfwireError)) return "refused";
  if (error.statusCode === 502 || error.statusCode === 503 || error.statusCode === 504) return "unreachable";
  if (error.statusCode === 401 || error.statusCode === 403) return "forbidden";
  return error.statusCode === 404 ? "missing" : "refused";
}
