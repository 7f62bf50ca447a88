/** What people read in place of a class of failure. */
interface OutcomeWords {
  title: string;
  /** What it means, and whose side it is on. */
  meaning: string;
}

const OUTCOMES: Readonly<Record<string, OutcomeWords>> = {
  delivered: { title: "Delivered", meaning: "The receiver answered 2xx." },
  dns_failed: { title: "Host not found", meaning: "The host name has no address, or the resolver does not answer." },
  address_forbidden: {
    title: "Address not allowed",
    meaning: "An address of the host is not public, so nothing was sent.",
  },
  connect_failed: {
    title: "No connection",
    meaning: "The connection was refused, reset or closed before a whole answer had come.",
  },
  tls_failed: { title: "TLS failed", meaning: "No TLS, or the certificate is not valid for the host." },
  timed_out: {
    title: "Timed out",
    meaning: "Ten seconds, from looking up the name to the end of the answer, were not enough.",
  },
  answer_too_large: { title: "Answer too large", meaning: "More than 64 KiB of body, or a head larger than 16 KiB." },
  redirected: { title: "Redirected", meaning: "The receiver answered 3xx; redirects are never followed." },
  status_rejected: { title: "Refused", meaning: "The receiver answered with a status other than 2xx." },
};

const REASONS: Readonly<Record<string, string>> = {
  attempts_exhausted: "All attempts of all rounds failed.",
  endpoint_down: "Its endpoint was down for 24 hours.",
  endpoint_removed: "Its URL is no longer subscribed.",
};

/** Words for an attempt's outcome; one that is unknown here is shown as it is. */
export function outcomeWords(outcome: string): OutcomeWords {
  return OUTCOMES[outcome] ?? { title: outcome, meaning: "" };
}

/** In short, such as `Refused (503)`. */
export function outcomeTitle(outcome: string, statusCode: number | null): string {
  const { title } = outcomeWords(outcome);
  return statusCode === null || outcome === "delivered" ? title : `${title} (${statusCode})`;
}

/** Why a delivery is dead or cancelled, as a sentence. */
export function reasonText(reason: string | null): string {
  return reason === null ? "" : (REASONS[reason] ?? reason);
}

/** Every class that has words, for the test that compares them with the service's. */
export const KNOWN_OUTCOMES: readonly string[] = Object.keys(OUTCOMES);
