import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type ConsoleUnderTest,
  expectAccessible,
  expectSoundInEveryLook,
  picture,
  startConsole,
} from "../support/browser.ts";
import { type Scene, setScene } from "../support/console-scene.ts";

describe("the overview", { timeout: 120_000 }, () => {
  let console: ConsoleUnderTest;
  let scene: Scene;
  beforeAll(async () => {
    console = await startConsole();
    scene = await setScene(console.app, "acme");
    await setScene(console.app, "other", { stores: 1, events: 1 });
  });
  afterAll(async () => {
    await scene.receiver.close();
    await console.close();
  });

  it("shows the figures, the outcomes and what needs attention, sound in every look", async () => {
    const window = await console.open("/");
    const { page } = window;
    await page.getByText("Delivered").waitFor();
    await page.getByRole("link", { name: /Rejections.*acme.*stores\.json/ }).waitFor();
    await expectSoundInEveryLook(window, "overview");
    await window.close();
  });

  it("keeps the chosen range in the address, and leads from trouble to its cause", async () => {
    const window = await console.open("/p/acme");
    const { page } = window;
    await page.getByText("7 days").click();
    await page.waitForURL(/range=7d/);
    await page.reload();
    expect(await page.getByRole("radio", { name: "7 days" }).isChecked()).toBe(true);
    await page.getByRole("link", { name: /stores\.json/ }).click();
    await page.waitForURL(new RegExp(`/p/acme/jobs/${scene.jobId}`));
    await window.close();
  });

  it("shows a project's people the figures of their project", async () => {
    const window = await console.open("/", { token: scene.token });
    const { page } = window;
    await page.getByRole("heading", { name: "acme", level: 1 }).waitFor();
    await page.getByRole("link", { name: /stores\.json/ }).waitFor();
    expect(await page.getByText("other", { exact: true }).count()).toBe(0);
    await window.close();
  });

  it("is calm while figures are on their way, and says when the service does not answer or refuses", async () => {
    const window = await console.open("/nowhere");
    const { page } = window;
    const gate = Promise.withResolvers<void>();
    await page.route(/\/overview\?/, async (route) => {
      await gate.promise;
      await route.abort("connectionrefused");
    });
    await page.goto(`${console.app.url}/console/`);
    await page.locator("[aria-busy=true]").waitFor();
    await expectAccessible(page);
    await picture(page, "overview-loading");
    gate.resolve();
    await page.getByText("The service does not answer").waitFor();
    await expectAccessible(page);
    await picture(page, "overview-unreachable");
    await page.unroute(/\/overview\?/);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Delivered").waitFor();
    await window.close();
  });

  it("pauses, and then asks for nothing until told to go on", async () => {
    const window = await console.open("/", { hasClock: true });
    const { page } = window;
    await page.getByText("Delivered").waitFor();
    await page.getByRole("button", { name: "Pause refreshing" }).click();
    await page.getByText("Paused").waitFor();
    let asked = 0;
    page.on("request", (request) => {
      if (request.url().includes("/overview?")) asked += 1;
    });
    await page.clock.fastForward(60_000);
    expect(asked).toBe(0);
    const refreshed = page.waitForRequest(/\/overview\?/);
    await page.getByRole("button", { name: "Go on refreshing" }).click();
    await page.clock.fastForward(15_000);
    await refreshed;
    await window.close();
  });
});
