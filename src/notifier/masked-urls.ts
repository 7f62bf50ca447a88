import { maskUrl } from "./callback-url.ts";

/**
 * What somebody means who was shown masked URLs and sends a list back: a URL that is still in its masked form is the
 * stored one, unchanged; the n-th of equal masks is the n-th stored URL that looks so. Everything else stays as it is.
 */
export function withMasksLifted(given: readonly unknown[], stored: readonly string[]): unknown[] {
  const left = [...stored];
  return given.map((url) => {
    const at = left.findIndex((known) => maskUrl(known) === url);
    return at < 0 ? url : left.splice(at, 1)[0];
  });
}
