import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ConsoleUnderTest, expectAccessible, expectSoundInEveryLook, startConsole } from "../support/browser.ts";

describe("the system and the audit log in the console", { timeout: 120_000 }, () => {
  let console: ConsoleUnderTest;
  let acme: { token: string };
  beforeAll(async () => {
    console = await startConsole();
    acme = await console.app.createProject("acme");
    await console.app.createProject("other");
  });
  afterAll(() => console.close());

  it("show what runs and how it is set up, without a secret", async () => {
    const window = await console.open("/system");
    const { page } = window;
    await page.getByRole("row", { name: /alive/ }).waitFor();
    await page.getByRole("cell", { name: "SHELFWIRE_PORT" }).waitFor();
    await expectSoundInEveryLook(window, "system");
    expect(await page.content()).not.toContain("operator-token-of-the-tests");
    await window.close();
  });

  it("show who changed what, by filters that stand in the address", async () => {
    const window = await console.open("/audit");
    const { page } = window;
    await page.getByRole("row", { name: /Project created.*other.*Operator/ }).waitFor();
    await expectSoundInEveryLook(window, "audit");
    await page.getByRole("search").getByLabel("Project").click();
    await page.getByRole("option", { name: "acme" }).click();
    await page.waitForURL(/project=acme/);
    await page.getByRole("row", { name: /other/ }).waitFor({ state: "detached" });
    await page.getByRole("row", { name: /Token issued/ }).click();
    await page.getByRole("dialog", { name: "Token issued" }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByLabel("User name").fill("nobody");
    await page.keyboard.press("Enter");
    await page.getByText("No changes match these filters").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await page.getByRole("row", { name: /Project created.*other/ }).waitFor();
    await window.close();
  });

  it("show refused sign-ins with their number", async () => {
    const session = `${console.app.url}/api/console/session`;
    const headers = { "content-type": "application/json" };
    for (let guess = 0; guess < 3; guess += 1) {
      await fetch(session, { method: "POST", headers, body: JSON.stringify({ token: `guess-${guess}` }) });
    }
    await console.app.audit.refusals.flush();
    const window = await console.open("/audit?action=session.refuse");
    const { page } = window;
    await page
      .getByRole("row", { name: /Sign-in refused.*Unknown/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog", { name: /Sign-in refused/ });
    await dialog.getByText("Token that nobody has").waitFor();
    await expectAccessible(page);
    await window.close();
  });

  it("show a project's people the changes of their project", async () => {
    const window = await console.open("/p/acme/audit", { token: acme.token });
    const { page } = window;
    await page.getByRole("row", { name: /Token issued/ }).waitFor();
    expect(await page.getByText("other", { exact: true }).count()).toBe(0);
    await expectSoundInEveryLook(window, "project-audit");
    await window.close();
  });
});
