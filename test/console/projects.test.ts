import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ConsoleUnderTest, expectAccessible, expectSoundInEveryLook, startConsole } from "../support/browser.ts";
import { type Scene, setScene } from "../support/console-scene.ts";

const SCRIPT = "<img src=x onerror=\"document.title='broken in'\">";

describe("projects in the console", { timeout: 120_000 }, () => {
  let console: ConsoleUnderTest;
  let scene: Scene;
  beforeAll(async () => {
    console = await startConsole();
    scene = await setScene(console.app, "acme");
    await console.app.createProject("quiet");
  });
  afterAll(async () => {
    await scene.receiver.close();
    await console.close();
  });

  const settings = async (project = "acme") =>
    (await console.app.operator("GET", `/api/operator/projects/${project}`)).json;

  it("are listed with how they are", async () => {
    const window = await console.open("/projects");
    const { page } = window;
    await page.getByRole("row", { name: /acme.*Well/ }).waitFor();
    await page.getByRole("row", { name: /quiet.*No events yet/ }).waitFor();
    await expectSoundInEveryLook(window, "projects");
    await window.close();
  });

  it("are created, and what the service refuses is said in its words", async () => {
    const window = await console.open("/projects");
    const { page } = window;
    await page.getByRole("button", { name: "Create a project" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("acme");
    await dialog.getByRole("button", { name: "Create the project" }).click();
    await dialog.getByText("There is a project acme already").waitFor();
    await expectSoundInEveryLook(window, "project-create");
    await dialog.getByLabel("Name").fill("fresh");
    await dialog.getByRole("button", { name: "Create the project" }).click();
    await page.getByRole("heading", { name: "fresh", level: 1 }).waitFor();
    await page.getByText("No tokens yet").waitFor();
    await expectSoundInEveryLook(window, "tokens-empty");
    await window.close();
  });

  it("have settings of which only the changed ones are saved", async () => {
    const window = await console.open("/projects/acme");
    const { page } = window;
    await page.getByText("Open: add the value").click();
    await page.getByLabel("client_session_id").check();
    await page.getByText("2 settings changed").waitFor();
    await expectSoundInEveryLook(window, "project-settings");
    await page.getByRole("button", { name: "Save the settings" }).click();
    await page.getByText("2 settings changed").waitFor({ state: "detached" });
    expect(await settings()).toMatchObject({ lookup_policy: "open", payload_fields: ["client_session_id"] });
    await page.getByLabel("Requests a second and token").fill("7");
    await page.getByText("1 setting changed").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("1 setting changed").waitFor({ state: "detached" });
    await window.close();
  });

  it("show a secret once, when it is made, and masked from then on", async () => {
    const window = await console.open("/projects/acme");
    const { page } = window;
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Sign callbacks" }).click();
    await dialog.getByRole("button", { name: "Make a secret" }).click();
    const made = page.getByRole("dialog", { name: "The new signing secret" });
    const secret = await made.locator("code").innerText();
    expect(secret).toMatch(/^whsec_/);
    await made.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Set a header" }).click();
    await dialog.getByLabel("Value", { exact: true }).fill("the-header-secret");
    await dialog.getByRole("button", { name: "Save the header" }).click();
    await page.getByText("X-API-Key").waitFor();
    await page.reload();
    await page.getByText("X-API-Key").waitFor();
    const shown = await page.content();
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain("the-header-secret");
    await window.close();
  });

  it("have tokens that are issued, and revoked after asking", async () => {
    const window = await console.open("/projects/acme?tab=tokens");
    const { page } = window;
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Issue a token" }).click();
    await dialog.getByLabel("User name").fill(SCRIPT);
    await dialog.getByRole("button", { name: "Issue the token" }).click();
    const token = await dialog.locator("code").innerText();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByRole("row", { name: SCRIPT }).waitFor();
    await expectSoundInEveryLook(window, "tokens");
    await page.getByRole("button", { name: `Revoke the token of ${SCRIPT}` }).click();
    await dialog.getByRole("button", { name: "Revoke 1 token" }).click();
    await page.getByRole("row", { name: /revoked/ }).waitFor();
    expect((await console.app.as(token, "GET", "/api/v4/acme/entity/store")).status).toBe(401);
    expect(await page.title()).not.toBe("broken in");
    await window.close();
  });

  it("add unknown values that rows were rejected for", async () => {
    const window = await console.open("/projects/acme?tab=lookups");
    const { page } = window;
    await page.getByRole("row", { name: /Kiosk/ }).waitFor();
    await expectSoundInEveryLook(window, "lookups");
    await page.getByRole("button", { name: "Add Kiosk" }).click();
    await page.getByRole("row", { name: /Kiosk/ }).waitFor({ state: "detached" });
    await page.getByRole("listitem").filter({ hasText: "Kiosk" }).waitFor();
    await page.getByLabel("Filter the values").fill("nothing like it");
    await page.getByText("No values match these filters").waitFor();
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await page.getByRole("listitem").filter({ hasText: "Pharmacy" }).waitFor();
    await window.close();
  });

  it("are removed only after their name was typed", async () => {
    const window = await console.open("/projects/quiet");
    const { page } = window;
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Remove quiet" }).click();
    expect(await dialog.getByRole("button", { name: "Remove 1 project" }).isDisabled()).toBe(true);
    await dialog.getByLabel("Type quiet to go on").fill("quiet");
    await expectSoundInEveryLook(window, "project-remove");
    await dialog.getByRole("button", { name: "Remove 1 project" }).click();
    await page.getByRole("heading", { name: "Projects", level: 1 }).waitFor();
    expect((await settings("quiet")).statusCode).toBe(404);
    await page.goto(`${console.app.url}/console/projects/quiet`);
    await page.getByText("There is no project quiet").waitFor();
    await expectAccessible(page);
    await window.close();
  });
});
