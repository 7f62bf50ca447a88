import { AddressGuard } from "../../src/notifier/address-guard.ts";
import { createGuardedConnector } from "../../src/notifier/guarded-connector.ts";
import { createNameResolver } from "../../src/notifier/name-resolver.ts";
import { OriginPools } from "../../src/notifier/origin-pools.ts";
import { type CallbackRequest, type SendResult, send } from "../../src/notifier/sender.ts";

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
export async function post(url: string, sending: Sending = {}): Promise<SendResult> {
  const pools = openPools(sending);
  try {
    return await send(pools, requestTo(url, sending), sending.nowMs ?? Date.now());
  } finally {
    await pools.close();
  }
}

export function openPools({ allowed = ["127.0.0.0/8"], dnsServers = [], ca }: Sending = {}): OriginPools {
  const resolve = createNameResolver(dnsServers);
  return new OriginPools(
    createGuardedConnector({ guard: new AddressGuard(allowed), resolve, ...(ca !== undefined && { ca }) }),
  );
}

export function requestTo(url: string, { headers, body }: Sending = {}): CallbackRequest {
  return { url, headers: headers ?? { "content-type": "application/json" }, body: body ?? "{}" };
}
