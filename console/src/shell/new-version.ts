import { SERVICE_URL } from "../session/api.ts";

/**
 * Why a script could not be loaded: nothing answers; or the service answers and has another version with other scripts, for
 * which the console is just being loaded anew, or was already and to no avail.
 */
export type Hindrance = "away" | "loading-anew" | "outdated";

/** Kept for the browser tab: when it was last loaded anew for want of a script, in milliseconds since 1970. */
const LOADED_ANEW_KEY = "shelfwire.loaded-anew";
/** One that was just loaded anew and lacks a script again would do so for ever. */
const LOAD_ANEW_AGAIN_MS = 60_000;

let isLoadingAnew = false;

/**
 * Finds out why a script could not be loaded, and loads the console anew where that may help: a script that failed to load
 * fails for good in this document, and a new version has others. At most once a minute, so never round and round.
 */
export async function hindranceOf(): Promise<Hindrance> {
  const answer = await fetch(`${SERVICE_URL}/healthz`, { cache: "no-store" }).catch(() => undefined);
  if (!answer?.ok) return "away";
  if (isLoadingAnew) return "loading-anew";
  const last = Number(sessionStorage.getItem(LOADED_ANEW_KEY));
  if (Date.now() - last < LOAD_ANEW_AGAIN_MS) return "outdated";
  sessionStorage.setItem(LOADED_ANEW_KEY, String(Date.now()));
  isLoadingAnew = true;
  location.reload();
  return "loading-anew";
}
