import { randomUUID } from "node:crypto";
import type { Project } from "../projects/project.ts";
import type { PublishedResult } from "./publish-check.ts";
import type { Routing } from "./subscriptions.ts";

/** What came of asking for a test event. */
export type TestEventAnswer =
  | { ok: true; eventId: string; sessionUid: string; waveType: string }
  | { ok: false; reason: "no_subscription" | "unknown_endpoint" };

/** Who asks for a test event, and for which endpoint; undefined: for all of the project's. */
export interface TestEventOrder {
  endpointId: number | undefined;
  userName: string;
  nowMs: number;
}

/**
 * An event for trying out receivers. Its callback is like any other, since a receiver must not need to know of tests;
 * what it leads to, a result that Shelfwire stores and serves itself, says that no session was analysed. It has a wave
 * type that is subscribed.
 */
export function testResult(
  project: Project,
  routing: Routing,
  order: TestEventOrder,
): PublishedResult | "no_subscription" | "unknown_endpoint" {
  const { endpointId, userName, nowMs } = order;
  if (routing.endpoints.length === 0) return "no_subscription";
  if (endpointId !== undefined && !routing.endpoints.some((endpoint) => endpoint.endpointId === endpointId)) {
    return "unknown_endpoint";
  }
  const sessionUid = randomUUID();
  const result = {
    test: true,
    message: "This is a test event. No session was analysed.",
    project: project.name,
    session_uid: sessionUid,
    requested_by: userName,
    requested_at: new Date(nowMs).toISOString(),
  };
  return {
    sessionUid,
    waveType: waveTypeOf(project, routing),
    result: { inline: JSON.stringify(result) },
    storeNumber: null,
    clientSessionId: null,
    eventId: `test-${sessionUid}`,
    ...(endpointId !== undefined && { onlyEndpointId: endpointId }),
  };
}

function waveTypeOf(project: Project, { waveTypes }: Routing): string {
  const named = waveTypes.find((waveType) => waveType !== "all");
  const known = project.settings.waveTypes.filter((waveType) => waveType !== "all");
  return named ?? known.find((waveType) => waveType === "primary") ?? known[0] ?? "primary";
}
