import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { percentile } from "../delivery/table.ts";
import type { ConsolePage } from "./pages.ts";

/** Where Debian and Ubuntu put it; another place by the environment. */
const CHROMIUM = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
const LOAD_TIMEOUT_MS = 30_000;

/** How long a person waited for a page: from asking for its address to the last change of what it shows. */
export interface Visits {
  firstMs: number;
  /** Of the further ones. */
  p50Ms: number;
  worstMs: number;
  /** The request to the service that took longest, of all visits. */
  slowest: { path: string; ms: number };
}

interface Watch {
  changedAt: number;
  pending: number;
  requests: { path: string; ms: number }[];
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ["--headless", "--no-sandbox", "--disable-gpu"] });
}

/**
 * Opens the page in a browser that knows nothing of it yet, then so many times again. A page is there when it has a heading,
 * no place is kept for something to come, no request is under way, and nothing has changed for a moment.
 */
export async function visit(
  browser: Browser,
  service: { url: string; token: string },
  page: ConsolePage,
  again: number,
): Promise<Visits> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 900 }, reducedMotion: "reduce" });
  await signIn(context, service);
  await context.addInitScript(watchPage);
  const tab = await context.newPage();
  const visits: { ms: number; requests: Watch["requests"] }[] = [];
  for (let i = 0; i <= again; i += 1) visits.push(await timeOf(tab, `${service.url}/console${page.path}`));
  await context.close();
  const [first, ...others] = visits;
  const times = others.map(({ ms }) => ms).sort((a, b) => a - b);
  const requests = visits.flatMap((one) => one.requests).sort((a, b) => b.ms - a.ms);
  return {
    firstMs: first?.ms ?? Number.NaN,
    p50Ms: percentile(times, 0.5),
    worstMs: Math.max(first?.ms ?? 0, ...times),
    slowest: requests[0] ?? { path: "", ms: 0 },
  };
}

async function signIn(context: BrowserContext, { url, token }: { url: string; token: string }): Promise<void> {
  const answer = await context.request.post(`${url}/api/console/session`, { data: { token } });
  if (answer.status() !== 200) throw new Error(`signing in: ${answer.status()} ${await answer.text()}`);
}

async function timeOf(tab: Page, url: string): Promise<{ ms: number; requests: Watch["requests"] }> {
  await tab.goto("about:blank");
  await tab.goto(url, { waitUntil: "commit" });
  await tab.waitForFunction(isThere, undefined, { polling: 50, timeout: LOAD_TIMEOUT_MS }).catch((error) => {
    throw new Error(`${url} does not come to rest`, { cause: error });
  });
  const failure = await tab
    .getByRole("alert")
    .first()
    .textContent({ timeout: 1 })
    .catch(() => undefined);
  if (failure) throw new Error(`${url} shows: ${failure}`);
  return tab.evaluate(() => {
    const watch: Watch = Reflect.get(window, "watch");
    return { ms: watch.changedAt, requests: watch.requests };
  });
}

/** Runs in the page before its own scripts. Times are those since the address was asked for. */
function watchPage(): void {
  const watch: Watch = { changedAt: 0, pending: 0, requests: [] };
  Reflect.set(window, "watch", watch);
  const note = () => {
    watch.changedAt = performance.now();
  };
  new MutationObserver(note).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
  const { fetch } = window;
  window.fetch = async (input, init) => {
    const started = performance.now();
    watch.pending += 1;
    try {
      const answer = await fetch(input, init);
      await answer.clone().arrayBuffer();
      return answer;
    } finally {
      watch.pending -= 1;
      note();
      const { pathname, search } = new URL(input instanceof Request ? input.url : input, location.href);
      watch.requests.push({ path: pathname + search, ms: performance.now() - started });
    }
  };
}

/** Runs in the page. */
function isThere(): boolean {
  const watch: Watch = Reflect.get(window, "watch");
  const isWaiting = document.querySelector(".mantine-Skeleton-root, [aria-busy=true], [data-stale]") !== null;
  const isQuiet = watch.pending === 0 && performance.now() - watch.changedAt > 200;
  return isQuiet && !isWaiting && document.querySelector("main h1, main h2") !== null;
}
