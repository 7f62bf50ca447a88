import { maskUrl } from "./callback-url.ts";

/** Where the requests of a callback URL go, and how the URL is shown. */
export interface CallbackTarget {
  /** As in `new URL(...).origin`. */
  origin: string;
  /** The first lines of each request, the same for all of them. */
  requestHead: string;
  masked: string;
}

const REMEMBERED_MAX = 10_000;
const remembered = new Map<string, CallbackTarget>();

/** Worked out once for each URL: an installation has some hundreds of them, and each gets thousands of requests. */
export function callbackTarget(url: string): CallbackTarget {
  const known = remembered.get(url);
  if (known !== undefined) return known;
  const { origin, host, pathname, search } = new URL(url);
  const requestHead = `POST ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n`;
  const target = { origin, requestHead, masked: maskUrl(url) };
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(url, target);
  return target;
}
