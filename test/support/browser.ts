import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import axe from "axe-core";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import { expect } from "vitest";
import { OPERATOR_TOKEN, startTestApp, type TestApp } from "./app.ts";
import { chromiumPath } from "./programs.ts";

/** Quiet, and allowed to run as root. */
export const CHROMIUM_ARGUMENTS = [
  ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];
const DIST = join(import.meta.dirname, "..", "..", "console", "dist", "index.html");

/** No selectors and no style sheets read again: no rule that runs asks for either, and both took their time on long tables. */
const AXE_OPTIONS = { resultTypes: ["violations"], selectors: false, preload: false };

/** What a window may be: its width in pixels and the colours that its user prefers. */
export interface Look {
  scheme: "light" | "dark";
  width: number;
}

export const DESKTOP = { scheme: "light", width: 1280 } as const satisfies Look;
export const PHONE = { scheme: "dark", width: 390 } as const satisfies Look;
/** Each page is looked at in all of these, from one to the next with as little drawn anew as can be. */
export const LOOKS: readonly Look[] = [DESKTOP, { ...DESKTOP, scheme: "dark" }, PHONE, { ...PHONE, scheme: "light" }];

export interface WindowOptions {
  /** Whose sign-in it has; null for nobody's. */
  token?: string | null;
  look?: Look;
  /** Time passes as ever, and besides when `page.clock` is told to let it. */
  hasClock?: boolean;
}

export interface ConsoleUnderTest {
  app: TestApp;
  browser: Browser;
  /** A browser window signed in with the token (the operator's unless told otherwise), showing a path below `/console`. */
  open(path: string, options?: WindowOptions): Promise<ConsoleWindow>;
  close(): Promise<void>;
}

export interface ConsoleWindow {
  page: Page;
  context: BrowserContext;
  /** What the browser has complained about: errors of scripts, refusals of the content security policy. */
  complaints: string[];
  close(): Promise<void>;
}

/** The whole service in this process, with a browser that opens its console. */
export async function startConsole(options: Parameters<typeof startTestApp>[0] = {}): Promise<ConsoleUnderTest> {
  if (!existsSync(DIST)) throw new Error("the console is not built: npm run build -w console");
  const executablePath = chromiumPath();
  const [app, browser] = await Promise.all([
    startTestApp(options),
    chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS }),
  ]);
  return {
    app,
    browser,
    open: (path, chosen = {}) => openWindow(browser, app.url, path, chosen),
    async close() {
      await browser.close();
      await app.close();
    },
  };
}

/** Opens `<url>/console<path>`, signed in unless `token` is null. */
export async function openWindow(
  browser: Browser,
  url: string,
  path: string,
  { token = OPERATOR_TOKEN, look = DESKTOP, hasClock = false }: WindowOptions = {},
): Promise<ConsoleWindow> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: 800 },
    colorScheme: look.scheme,
    reducedMotion: "reduce",
    locale: "en-GB",
    timezoneId: "Europe/Vienna",
  });
  context.setDefaultTimeout(20_000);
  if (token !== null) {
    const answer = await context.request.post(`${url}/api/console/session`, { data: { token } });
    expect(answer.status(), await answer.text()).toBe(200);
  }
  const page = await context.newPage();
  if (hasClock) await page.clock.install();
  const complaints = complaintsOf(page);
  await page.goto(`${url}/console${path}`);
  return { page, context, complaints, close: () => context.close() };
}

/** Waits until so many of them are there. */
export async function counted(found: Locator, count: number): Promise<void> {
  await expect.poll(() => found.count(), { timeout: 10_000 }).toBe(count);
}

/** Fails where axe finds a violation on what the page shows now: of any of its rules, or of those named. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  await settled(page);
  await expectNoViolation(page, rules);
}

async function expectNoViolation(page: Page, rules?: string[]): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const options = { ...AXE_OPTIONS, ...(rules && { runOnly: rules }) };
  const { violations } = await page.evaluate((chosen) => Reflect.get(window, "axe").run(document, chosen), options);
  expect(violations.map(violationText)).toEqual([]);
}

/**
 * Shows the page in every look and checks each: accessible, nothing wider than the window, no complaint. Where
 * SHELFWIRE_SCREENSHOTS names a folder, a picture of each goes there.
 */
export async function expectSoundInEveryLook(window: ConsoleWindow, name: string): Promise<void> {
  const { page } = window;
  for (const look of LOOKS) {
    // Each change lays the page out anew, so one that changes nothing is left out.
    if (page.viewportSize()?.width !== look.width) await page.setViewportSize({ width: look.width, height: 800 });
    await page.emulateMedia({ colorScheme: look.scheme, reducedMotion: "reduce" });
    await settled(page);
    await picture(page, `${name}-${look.width}-${look.scheme}`);
    // In the dark a page has other colours, and nothing else of it differs.
    await expectNoViolation(page, look.scheme === "dark" ? ["color-contrast"] : undefined);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - globalThis.innerWidth);
    expect(overflow, `${name} at ${look.width} px is wider than the window by`).toBeLessThanOrEqual(0);
  }
  await page.emulateMedia({ colorScheme: DESKTOP.scheme, reducedMotion: "reduce" });
  await page.setViewportSize({ width: DESKTOP.width, height: 800 });
  expect(window.complaints).toEqual([]);
}

/** Waits until colours and dialogs have arrived where they move to. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const moving = document.getAnimations().filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime));
    await Promise.allSettled(moving.map((one) => one.finished));
  });
}

/** A picture for the eyes of those who work on the console. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SHELFWIRE_SCREENSHOTS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    // Answers that are no success are shown by the page; the browser's own line about them says nothing more.
    const isAnswer = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isAnswer) complaints.push(message.text());
  });
  return complaints;
}

function violationText(violation: {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}): string {
  const places = violation.nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ""}`).join("\n  ");
  return `${violation.id}: ${violation.help}\n  ${places}`;
}
