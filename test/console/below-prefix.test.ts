import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ConsoleUnderTest, openWindow, startConsole } from "../support/browser.ts";
import { type Scene, setScene } from "../support/console-scene.ts";
import { type PrefixProxy, startPrefixProxy } from "../support/prefix-proxy.ts";

const PREFIX = "/intern/shelf";

describe("the console below the path of a proxy", { timeout: 120_000 }, () => {
  let proxy: PrefixProxy;
  let console: ConsoleUnderTest;
  let scene: Scene;
  beforeAll(async () => {
    proxy = await startPrefixProxy(PREFIX);
    console = await startConsole({ environment: { SHELFWIRE_BASE_URL: proxy.url } });
    proxy.passTo(console.app.url);
    scene = await setScene(console.app, "acme", { stores: 10, events: 1 });
  });
  afterAll(async () => {
    await scene.receiver.close();
    await console.close();
    await proxy.close();
  });

  it("signs in, shows lists and deep links, changes something and signs out, and asks for nothing outside", async () => {
    const window = await openWindow(console.browser, proxy.url, "/p/acme/stores?sort=-store_number", { token: null });
    const { page, context } = window;
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.getByLabel("Token", { exact: true }).fill(scene.token);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("cell", { name: "0010" }).waitFor();
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ path: `${PREFIX}/`, httpOnly: true, sameSite: "Strict" });

    await page.getByRole("link", { name: "Jobs", exact: true }).click();
    await page.locator("[data-row-opener]").first().click();
    await page.getByRole("heading", { name: "stores.json", level: 1 }).waitFor();
    const address = `${proxy.url}/console/p/acme/jobs/${scene.jobId}`;
    expect(page.url().split("?")[0]).toBe(address);
    await page.reload();
    await page.getByRole("heading", { name: "stores.json", level: 1 }).waitFor();
    const rejected = page.getByRole("link", { name: "Rejected rows to mend (spreadsheet)" });
    const download = page.waitForEvent("download");
    await rejected.click();
    expect((await download).url()).toContain(`${proxy.url}/api/`);

    await page.getByRole("link", { name: "Subscription", exact: true }).click();
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete it with 1 URL" }).click();
    await page.getByText("No subscription yet").waitFor();

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await context.cookies()).toEqual([]);
    expect(asked.filter((url) => !url.startsWith(`${proxy.url}/`))).toEqual([]);
    expect(proxy.strays).toEqual([]);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  it("finds its way from the address without a slash, with the operator's pages below it", async () => {
    const window = await openWindow(console.browser, proxy.url, "");
    const { page } = window;
    await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
    expect(page.url()).toBe(`${proxy.url}/console/`);
    await page.getByRole("link", { name: "Projects", exact: true }).click();
    await page.getByRole("row", { name: /acme/ }).waitFor();
    expect(page.url()).toBe(`${proxy.url}/console/projects`);
    await page.goBack();
    await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
    expect(proxy.strays).toEqual([]);
    expect(window.complaints).toEqual([]);
    await window.close();
  });
});
