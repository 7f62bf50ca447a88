import { isIP, type Socket } from "node:net";
import { createSecureContext, getCACertificates } from "node:tls";
import { buildConnector } from "undici";
import { ATTEMPT_TIMEOUT_MS } from "../config/limits.ts";
import type { AddressGuard } from "./address-guard.ts";
import type { FailureClass } from "./delivery-state.ts";
import type { ResolveName } from "./name-resolver.ts";

/** A failure whose class is known where it happens. */
export class AttemptFailure extends Error {
  readonly failure: FailureClass;

  constructor(failure: FailureClass) {
    super(failure);
    this.failure = failure;
  }
}

/** Opens a socket to an origin, TLS included; errors are of `AttemptFailure`. Never throws. */
export type OpenSocket = (origin: URL, onOpen: (...opened: [Error, null] | [null, Socket]) => void) => void;

/** Errors of the connection itself; what else goes wrong on the way to a TLS connection is TLS. */
const NETWORK_CODES = /^(ECONN|EHOST|ENET|EADDR|EPIPE|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|UND_ERR_SOCKET)/;

/**
 * Opens the sockets of callbacks. The name is resolved once; if any of its addresses is not allowed, none is used; and
 * the socket goes to a checked address, so that a name that answers differently a moment later changes nothing.
 */
export function createGuardedConnector(deps: {
  guard: AddressGuard;
  resolve: ResolveName;
  /** Certificate authorities (PEM) to trust besides the usual ones. */
  ca?: string | undefined;
}): OpenSocket {
  const connect = buildConnector({
    timeout: ATTEMPT_TIMEOUT_MS,
    allowH2: false,
    // Made once: reading more than a hundred certificates for each connection would cost more than the rest of it.
    ...(deps.ca !== undefined && { secureContext: createSecureContext({ ca: [...getCACertificates(), deps.ca] }) }),
  });
  return ({ hostname, protocol, port }, onOpen) => {
    const host = hostname.replace(/^\[(.*)\]$/, "$1");
    checkedAddress(host, deps).then(
      (address) => {
        // The certificate is checked against the name; an address has no server name to send.
        const servername = isIP(host) === 0 ? host.replace(/\.$/, "") : "";
        connect({ hostname: address, host: address, protocol, port, servername }, (...[error, socket]) => {
          if (error) onOpen(classified(error, protocol), null);
          else onOpen(null, socket);
        });
      },
      (error: Error) => onOpen(error, null),
    );
  };
}

async function checkedAddress(host: string, deps: { guard: AddressGuard; resolve: ResolveName }): Promise<string> {
  const addresses = isIP(host) !== 0 ? [host] : await resolveOrFail(host, deps.resolve);
  const [first] = addresses;
  if (first === undefined) throw new AttemptFailure("dns_failed");
  if (!addresses.every((address) => deps.guard.allows(address))) throw new AttemptFailure("address_forbidden");
  // IPv4 first: an IPv6 address without a route would cost the attempt.
  return addresses.find((address) => isIP(address) === 4) ?? first;
}

async function resolveOrFail(host: string, resolve: ResolveName): Promise<string[]> {
  try {
    return await resolve(host);
  } catch {
    throw new AttemptFailure("dns_failed");
  }
}

function classified(error: Error, protocol: string): AttemptFailure {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (code === "ETIMEDOUT" || code === "UND_ERR_CONNECT_TIMEOUT") return new AttemptFailure("timed_out");
  return new AttemptFailure(protocol === "https:" && !NETWORK_CODES.test(code) ? "tls_failed" : "connect_failed");
}
