/** What one check of doctor has found. */
export interface Finding {
  /** What was looked at, in a word or two. */
  check: string;
  status: "ok" | "warn" | "fail";
  /** One sentence; no secret is ever in it. */
  finding: string;
  /** What to do about it; null where there is nothing to do. */
  cure: string | null;
}

export function ok(check: string, finding: string): Finding {
  return { check, status: "ok", finding, cure: null };
}

export function warn(check: string, finding: string, cure: string): Finding {
  return { check, status: "warn", finding, cure };
}

export function fail(check: string, finding: string, cure: string): Finding {
  return { check, status: "fail", finding, cure };
}

/** Why something did not work, in the system's words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Several addresses that all refuse are an error without a sentence of its own.
  if (error instanceof AggregateError && error.message === "") return reasonOf(error.errors[0]);
  return error.message || ("code" in error ? String(error.code) : error.name);
}
