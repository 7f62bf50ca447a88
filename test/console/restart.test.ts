import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CHROMIUM_ARGUMENTS, openWindow, picture } from "../support/browser.ts";
import { Installation, STORIES_OPERATOR_TOKEN } from "../support/installation.ts";
import { chromiumPath } from "../support/programs.ts";

describe("the console while the service restarts", { timeout: 120_000 }, () => {
  let installation: Installation;
  let browser: Browser;
  beforeAll(async () => {
    const executablePath = chromiumPath();
    installation = new Installation({ SHELFWIRE_PORT: String(await freePort()) });
    await installation.start();
    browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS });
  });
  afterAll(async () => {
    await browser.close();
    await installation.remove();
  });

  it("says that it does not answer, keeps what it shows, and goes on by itself with the same session", async () => {
    const window = await openWindow(browser, installation.url, "/system", { token: STORIES_OPERATOR_TOKEN });
    const { page } = window;
    await page.getByRole("row", { name: /alive/ }).waitFor();
    await installation.process.kill();
    await page.getByRole("link", { name: "Audit log", exact: true }).click();
    await page.getByText("The service does not answer").waitFor({ timeout: 20_000 });
    await picture(page, "restart-away");
    await page.getByRole("link", { name: "System", exact: true }).click();
    await page.getByRole("cell", { name: "SHELFWIRE_PORT" }).waitFor();
    await installation.start();
    await page.getByRole("link", { name: "Projects", exact: true }).click();
    await page.getByRole("row", { name: /acme/ }).waitFor({ timeout: 20_000 });
    expect(await page.getByRole("heading", { name: "Sign in" }).count()).toBe(0);
    await window.close();
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
