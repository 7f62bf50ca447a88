import type { Project } from "../projects/project.ts";
import { callbackRequest } from "./callback-request.ts";
import { maskUrl } from "./callback-url.ts";
import type { DeliveryWithAttempts } from "./deliveries.ts";
import type { EventRow } from "./events-reads.ts";

/** A callback as people may see it: URL and headers carry no secret. */
export interface ShownRequest {
  method: "POST";
  url: string;
  headers: Record<string, string>;
  body: string;
}

const MASK = "****";

/** The request of a delivery's last attempt, or of the one to come, with the project's settings of now. */
export function shownRequest(
  delivery: DeliveryWithAttempts,
  event: EventRow,
  project: Project,
  service: { source: string; userAgent: string },
  nowMs: number,
): ShownRequest {
  const leased = {
    deliveryId: delivery.delivery_id,
    projectId: project.projectId,
    endpointId: delivery.endpoint_id,
    sessionUid: delivery.session_uid,
    analysisResultUrl: event.analysis_result_url,
    storeNumber: event.store_number,
    clientSessionId: event.client_session_id,
    url: delivery.url,
    leaseToken: "",
    round: delivery.round,
    roundStartedAtMs: null,
    attemptsInRound: 0,
    attempts: delivery.attempts,
  };
  const attemptedAtMs = delivery.tries.at(-1)?.started_at.getTime() ?? nowMs;
  const { headers, body } = callbackRequest(leased, project, service, attemptedAtMs);
  const { "webhook-signature": signature } = headers;
  const shown = { ...headers };
  if (signature !== undefined) shown["webhook-signature"] = signature.replace(/v1,\S+/g, `v1,${MASK}`);
  if (project.callbackAuth) shown[project.callbackAuth.headerName.toLowerCase()] = MASK;
  return { method: "POST", url: maskUrl(delivery.url), headers: shown, body };
}
