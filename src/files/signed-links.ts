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
  readonly #key: Buffer;
  readonly #baseUrl: () => string;
  readonly #clock: Clock;

  /** `baseUrl` is asked at each link: a service on a free port learns it only when it listens. */
  constructor(deps: { secretKey: string; baseUrl: () => string; clock: Clock }) {
    this.#key = Buffer.from(hkdfSync("sha256", deps.secretKey, "", "shelfwire signed links", 32));
    this.#baseUrl = deps.baseUrl;
    this.#clock = deps.clock;
  }

  /** An absolute URL for the path, valid for so many milliseconds; null: for as long as the thing itself exists. */
  sign(path: string, lifetimeMs: number | null): string {
    const expires = lifetimeMs === null ? "" : String(Math.floor((this.#clock.now() + lifetimeMs) / 1_000));
    const query = new URLSearchParams({
      ...(expires !== "" && { expires }),
      signature: this.#signature(path, expires),
    });
    return `${this.#baseUrl()}${path}?${query}`;
  }

  /** An absolute URL without a signature: for places that ask for a token. */
  absolute(path: string): string {
    return `${this.#baseUrl()}${path}`;
  }

  verify(path: string, query: LinkQuery): LinkVerdict {
    const { expires = "", signature = "" } = query;
    const expected = Buffer.from(this.#signature(path, expires));
    const found = Buffer.from(signature);
    if (found.length !== expected.length || !timingSafeEqual(found, expected)) return "invalid";
    return expires !== "" && Number(expires) * 1_000 <= this.#clock.now() ? "expired" : "valid";
  }

  #signature(path: string, expires: string): string {
    return createHmac("sha256", this.#key).update(`${expires}\n${path}`).digest("base64url");
  }
}
