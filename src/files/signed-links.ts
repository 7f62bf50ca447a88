import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Clock } from "../lib/clock.ts";

export type LinkVerdict = "valid" | "expired" | "invalid";

/** What a link carries in its query. */
export interface LinkQuery {
  expires?: string | undefined;
  signature?: string | undefined;
}

/**
 * Links that whoever holds them may follow, without a token: the path and the expiry are signed with a key derived
 * from the installation's secret key (decisions, sections 3 and 5).
 */
export class SignedLinks {
  /** The first signs; all of them verify. */
  readonly #keys: [Buffer, ...Buffer[]];
  readonly #baseUrl: () => string;
  readonly #clock: Clock;

  /** `baseUrl` is asked at each link: a service on a free port learns it only when it listens. */
  constructor(deps: { secretKey: string; previousKey?: string | undefined; baseUrl: () => string; clock: Clock }) {
    const { secretKey, previousKey } = deps;
    this.#keys = [deriveKey(secretKey), ...(previousKey === undefined ? [] : [deriveKey(previousKey)])];
    this.#baseUrl = deps.baseUrl;
    this.#clock = deps.clock;
  }

  /** An absolute URL for the path, valid for so many milliseconds; null: for as long as the thing itself exists. */
  sign(path: string, lifetimeMs: number | null): string {
    const expires = lifetimeMs === null ? "" : String(Math.floor((this.#clock.now() + lifetimeMs) / 1_000));
    const query = new URLSearchParams({
      ...(expires !== "" && { expires }),
      signature: signatureOf(path, expires, this.#keys[0]),
    });
    return `${this.#baseUrl()}${path}?${query}`;
  }

  /** An absolute URL without a signature: for places that ask for a token. */
  absolute(path: string): string {
    return `${this.#baseUrl()}${path}`;
  }

  verify(path: string, query: LinkQuery): LinkVerdict {
    const { expires = "", signature = "" } = query;
    if (!this.#keys.some((key) => areSame(signature, signatureOf(path, expires, key)))) return "invalid";
    return expires !== "" && Number(expires) * 1_000 <= this.#clock.now() ? "expired" : "valid";
  }
}

function deriveKey(secretKey: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secretKey, "", "shelfwire signed links", 32));
}

function signatureOf(path: string, expires: string, key: Buffer): string {
  return createHmac("sha256", key).update(`${expires}\n${path}`).digest("base64url");
}

/** In a time that does not tell where they differ. */
function areSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
