import { isIP } from "node:net";
import { CALLBACK_URL_LENGTH_MAX } from "../config/limits.ts";
import type { AddressGuard } from "./address-guard.ts";

/** What a callback URL may be on this installation. */
export interface CallbackUrlRules {
  guard: AddressGuard;
  allowHttp: boolean;
}

/**
 * True for an absolute HTTPS URL with a public host, no user info and no fragment (decisions, section 2). Addresses
 * are checked here in every notation that a URL parser accepts; names are resolved and checked at each connection.
 */
export function isCallbackUrl(text: unknown, rules: CallbackUrlRules): text is string {
  if (typeof text !== "string" || text.length > CALLBACK_URL_LENGTH_MAX) return false;
  // A parser would quietly drop these; a URL that needs that is not the one its owner means.
  if (/[\s\\]|\p{Cc}/u.test(text) || !/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.protocol !== "https:" && !(rules.allowHttp && url.protocol === "http:")) return false;
  if (url.username !== "" || url.password !== "" || text.includes("#") || /^[^/]*\/\/[^/?]*@/.test(text)) return false;
  return isPublicHost(hostOf(url), rules.guard);
}

/** The host without the brackets of an IPv6 literal. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

/** The part of a URL that stays when a key in its query is rotated. */
export function withoutQuery(url: string): string {
  return url.split("?")[0] ?? url;
}

/** For logs, lists and error texts: the query's values, which may hold an API key, are masked. */
export function maskUrl(text: string): string {
  const [base = "", query] = splitOnce(text, "?");
  if (query === undefined) return base;
  const masked = query.split("&").map((pair) => (pair.includes("=") ? `${splitOnce(pair, "=")[0]}=****` : "****"));
  return `${base}?${masked.join("&")}`;
}

function isPublicHost(host: string, guard: AddressGuard): boolean {
  if (isIP(host) !== 0) return guard.allows(host);
  // What a resolver answers for these by definition.
  if (/(^|\.)localhost\.?$/i.test(host)) return guard.allows("127.0.0.1");
  return host !== "" && host !== ".";
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
