import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ConsoleUnderTest, expectAccessible, expectSoundInEveryLook, startConsole } from "../support/browser.ts";

const FIRST_LOAD_BYTES_MAX = 260_000;

describe("the console's shell", { timeout: 120_000 }, () => {
  let console: ConsoleUnderTest;
  let acme: { token: string };
  beforeAll(async () => {
    console = await startConsole();
    acme = await console.app.createProject("acme");
    await console.app.createProject("other");
  });
  afterAll(() => console.close());

  it("asks for a token, says why it is not accepted, and goes on where one was", async () => {
    const window = await console.open("/p/acme/jobs?status=failed", { token: null });
    const { page } = window;
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await expectSoundInEveryLook(window, "sign-in");
    await page.getByLabel("Token", { exact: true }).fill("nobody-has-this-token");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Incorrect or expired token").waitFor();
    await expectAccessible(page);
    await page.getByLabel("Token", { exact: true }).fill(acme.token);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Jobs" }).waitFor();
    expect(new URL(page.url()).search).toBe("?status=failed");
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(acme.token);
    await window.close();
  });

  it("signs out, and lets nobody back in with the cookie of before", async () => {
    const window = await console.open("/", { token: acme.token });
    const cookies = await window.context.cookies();
    await window.page.getByRole("button", { name: "Sign out" }).click();
    await window.page.getByRole("heading", { name: "Sign in" }).waitFor();
    await window.context.addCookies(cookies);
    await window.page.reload();
    await window.page.getByRole("heading", { name: "Sign in" }).waitFor();
    await window.close();
  });

  it("shows a project's people their project and nothing of the operator's", async () => {
    const window = await console.open("/", { token: acme.token });
    const { page } = window;
    await page.getByRole("heading", { name: "acme", level: 1 }).waitFor();
    for (const name of ["Projects", "System", "Audit log"]) {
      expect(await page.getByRole("link", { name, exact: true }).count(), name).toBe(0);
    }
    for (const path of ["/projects", "/projects/acme", "/system", "/audit"]) {
      await page.goto(`${console.app.url}/console${path}`);
      await page.getByText("Not allowed").waitFor();
    }
    await page.goto(`${console.app.url}/console/p/other/stores`);
    await page.getByText("Not allowed").first().waitFor();
    await expectAccessible(page);
    await window.close();
  });

  it("goes everywhere by keyboard: g and a letter, the palette, the list of keys", async () => {
    const window = await console.open("/");
    const { page } = window;
    await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("p");
    await page.getByRole("heading", { name: "Projects", level: 1 }).waitFor();
    await page.getByRole("row", { name: /other/ }).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "other", level: 1 }).waitFor();
    await page.keyboard.press("/");
    await page.getByRole("combobox", { name: "Go to" }).fill("audit");
    await expectAccessible(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Audit log", level: 1 }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await expectSoundInEveryLook(window, "shortcuts");
    await window.close();
  });

  it("keeps the colours that were chosen", async () => {
    const window = await console.open("/system");
    const { page } = window;
    const scheme = () => page.evaluate(() => document.documentElement.getAttribute("data-mantine-color-scheme"));
    await page.getByRole("button", { name: /change the colours/ }).click();
    await page.getByRole("button", { name: /Light; change/ }).click();
    await page.reload();
    await page.getByRole("button", { name: /Dark; change/ }).waitFor();
    expect(await scheme()).toBe("dark");
    await window.close();
  });

  it("has a menu on a phone", async () => {
    const look = { scheme: "light", width: 390 } as const;
    const window = await console.open("/projects", { look });
    const { page } = window;
    await page.getByRole("button", { name: "Open the menu" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "System" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("link", { name: "System" }).click();
    await page.getByRole("heading", { name: "System", level: 1 }).waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await window.close();
  });

  it("says that a page is not there", async () => {
    const window = await console.open("/nowhere");
    await window.page.getByRole("heading", { name: "There is no such page" }).waitFor();
    await expectAccessible(window.page);
    await window.close();
  });

  it(`loads at most ${FIRST_LOAD_BYTES_MAX / 1_000} kB of gzipped script for the first page`, async () => {
    const window = await console.open("/nowhere");
    const sizes: Promise<number>[] = [];
    window.page.on("response", (response) => {
      if (response.request().resourceType() === "script")
        sizes.push(response.body().then((body) => gzipSync(body).length));
    });
    await window.page.goto(`${console.app.url}/console/`);
    await window.page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
    await window.page.waitForLoadState("networkidle");
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThanOrEqual(FIRST_LOAD_BYTES_MAX);
    await window.close();
  });
});
