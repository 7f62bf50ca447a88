import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ConsoleUnderTest, expectSoundInEveryLook, startConsole } from "../support/browser.ts";

describe("the first steps on a new installation", { timeout: 120_000 }, () => {
  let console: ConsoleUnderTest;
  beforeAll(async () => {
    console = await startConsole();
  });
  afterAll(() => console.close());

  it("lead from nothing to a project with a token and lookups, by real actions", async () => {
    const window = await console.open("/");
    const { page } = window;
    const steps = page.getByRole("region", { name: "First steps" });
    await steps.getByText("0 of 6 done").waitFor();
    await expectSoundInEveryLook(window, "first-run");

    await steps.getByRole("button", { name: "Create a project" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Not A Name!");
    await dialog.getByRole("button", { name: "Create the project" }).click();
    await dialog.getByRole("alert").waitFor();
    await dialog.getByLabel("Name").fill("acme");
    await dialog.getByRole("button", { name: "Create the project" }).click();
    await steps.getByText("1 of 6 done").waitFor();

    await steps.getByRole("button", { name: "Issue a token" }).click();
    await dialog.getByLabel("User name").fill("robin");
    await dialog.getByRole("button", { name: "Issue the token" }).click();
    const token = await dialog.locator("code").innerText();
    await dialog.getByRole("button", { name: "Done" }).click();
    expect((await console.app.as(token, "GET", "/api/v4/acme/entity/store")).status).toBe(200);

    await steps.getByRole("link", { name: "Set the lookups" }).click();
    await page.getByRole("button", { name: "Add values" }).click();
    await dialog.getByLabel("Values, one a line").fill('Grocery\r\nPharmacy\n\n"Cash ""n"" Carry"\nGrocery');
    await dialog.getByRole("button", { name: "Add 3 values" }).click();
    await page.getByText('Cash "n" Carry').waitFor();
    await page.getByRole("link", { name: "Overview", exact: true }).click();
    await steps.getByText("3 of 6 done").waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  it("are gone for good once put away", async () => {
    const window = await console.open("/");
    const { page } = window;
    await page.getByRole("button", { name: "Put away" }).click();
    await page.reload();
    await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
    await page.getByText("Needs attention").waitFor();
    expect(await page.getByRole("region", { name: "First steps" }).count()).toBe(0);
    await window.close();
  });
});
