import { AddressGuard } from "../../src/notifier/address-guard.ts";
import { Connections } from "../../src/notifier/connections.ts";
import type { AttemptOutcome } from "../../src/notifier/delivery-state.ts";
import { createGuardedConnector } from "../../src/notifier/guarded-connector.ts";
import { createNameResolver } from "../../src/notifier/name-resolver.ts";
import { type CallbackRequest, send } from "../../src/notifier/sender.ts";

export interface Sending {
  /** Networks that callbacks may go to; standard: loopback. */
  allowed?: string[];
  /** Standard: the system's resolver. */
  dnsServers?: string[];
  /** A certificate authority (PEM) to trust. */
  ca?: string;
  nowMs?: number;
  headers?: Record<string, string>;
  body?: string;
}

/** One callback over sockets of its own, which are closed after it. */
export async function post(url: string, sending: Sending = {}): Promise<AttemptOutcome> {
  const connections = openConnections(sending);
  try {
    return await sent(connections, requestTo(url, sending), sending.nowMs);
  } finally {
    connections.close();
  }
}

/** One callback over connections that may be used again. */
export function sent(connections: Connections, request: CallbackRequest, nowMs = Date.now()): Promise<AttemptOutcome> {
  return new Promise((resolve) => send(connections, request, nowMs, resolve));
}

export function openConnections({ allowed = ["127.0.0.0/8"], dnsServers = [], ca }: Sending = {}): Connections {
  const resolve = createNameResolver(dnsServers);
  return new Connections(
    createGuardedConnector({ guard: new AddressGuard(allowed), resolve, ...(ca !== undefined && { ca }) }),
  );
}

export function requestTo(url: string, { headers, body }: Sending = {}): CallbackRequest {
  return { url, headers: headers ?? { "content-type": "application/json" }, body: body ?? "{}" };
}
