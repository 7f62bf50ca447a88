import type { IncomingHttpHeaders } from "node:http";
import type { SignatureFault } from "@shelfwire/client/receiver";

/** How the signature of a callback is, and what that means to a person. */
export interface SignatureVerdict {
  verdict: "good" | "not_checked" | SignatureFault;
  explanation: string;
}

/** Checks a callback as a receiver that is built with the client's kit would. */
export async function checkSignature(
  headers: IncomingHttpHeaders,
  body: Buffer,
  secrets: readonly string[],
): Promise<SignatureVerdict> {
  if (headers["webhook-signature"] === undefined) {
    const explanation = "none: the project signs no callbacks, or this is not from the service";
    return { verdict: "headers_missing", explanation };
  }
  if (secrets.length === 0)
    return { verdict: "not_checked", explanation: "not checked; give the secret with --secret" };
  const { verifySignature } = await import("@shelfwire/client/receiver");
  const check = await verifySignature({ headers, body, secrets });
  return check.ok ? { verdict: "good", explanation: "good" } : { verdict: check.reason, explanation: check.message };
}
