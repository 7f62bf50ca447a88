import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type ConsoleUnderTest,
  type ConsoleWindow,
  expectAccessible,
  expectSoundInEveryLook,
  startConsole,
} from "../support/browser.ts";

const JOBS_PAGE = "**/assets/jobs-page-*.js";
const CHART = "**/assets/outcome-chart-*.js";

describe("the console that is open while the service gets a new version", { timeout: 120_000 }, () => {
  let console: ConsoleUnderTest;
  beforeAll(async () => {
    console = await startConsole();
    await console.app.createProject("acme");
  });
  afterAll(() => console.close());

  it("loads anew, once, when a page's script is there no more, and shows the page that was asked for", async () => {
    const window = await console.open("/p/acme/subscription");
    const { page } = window;
    await page.getByText("No subscription yet").waitFor();
    const loads = await missing(window, JOBS_PAGE, { loadsWithout: 1 });
    await page.getByRole("link", { name: "Jobs", exact: true }).click();
    await page.getByText("No jobs yet").waitFor();
    expect(loads.count).toBe(1);
    await window.close();
  });

  it("says so where loading anew does not help, and never does it round and round", async () => {
    const window = await console.open("/p/acme/subscription");
    const { page } = window;
    await page.getByText("No subscription yet").waitFor();
    const loads = await missing(window, JOBS_PAGE, { loadsWithout: 2 });
    await page.getByRole("link", { name: "Jobs", exact: true }).click();
    await page.getByText("There is a new version").waitFor();
    await expectSoundInEveryLook(window, "new-version");
    expect(loads.count).toBe(1);
    await page.getByRole("button", { name: "Reload" }).click();
    await page.getByText("No jobs yet").waitFor();
    expect(loads.count).toBe(2);
    await window.close();
  });

  it("does the same for a part of a page, whose rest can be read meanwhile", async () => {
    const window = await console.open("/p/acme/subscription");
    const { page } = window;
    await page.getByText("No subscription yet").waitFor();
    const loads = await missing(window, CHART, { loadsWithout: 2 });
    await page.getByRole("link", { name: "Overview", exact: true }).first().click();
    await page.getByText("There is a new version").waitFor();
    await page.getByText("Needs attention").waitFor();
    await expectAccessible(page);
    expect(loads.count).toBe(1);
    await window.close();
  });
});

/** The script answers 404, as one of another version does, until the document was loaded so many times; counts the loads. */
async function missing({ page }: ConsoleWindow, script: string, { loadsWithout }: { loadsWithout: number }) {
  const loads = { count: 0 };
  page.on("domcontentloaded", () => {
    loads.count += 1;
  });
  await page.route(script, (route) =>
    loads.count < loadsWithout
      ? route.fulfill({ status: 404, json: { statusCode: 404, error: "Not Found" } })
      : route.continue(),
  );
  return loads;
}
