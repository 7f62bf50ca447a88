import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type ConsoleUnderTest,
  counted,
  expectAccessible,
  expectSoundInEveryLook,
  startConsole,
} from "../support/browser.ts";
import { publish, until } from "../support/callbacks.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

let console: ConsoleUnderTest;
let acme: { name: string; token: string };
let good: Receiver;
let bad: Receiver;
beforeAll(async () => {
  [console, good, bad] = await Promise.all([
    startConsole({ environment: { SHELFWIRE_ROUND_OFFSETS_SECONDS: "0", SHELFWIRE_ROUND_DELAYS_MINUTES: "0" } }),
    startReceiver([], 204),
    startReceiver([], 500),
  ]);
  acme = await console.app.createProject("acme");
});
afterAll(async () => {
  await console.close();
  await good.close();
  await bad.close();
});

describe("the page of the subscription", { timeout: 120_000 }, () => {
  it("says that there is none, and shows the contract's own messages at their field", async () => {
    const window = await console.open("/p/acme/subscription", { token: acme.token });
    const { page } = window;
    await page.getByText("No subscription yet").waitFor();
    await expectSoundInEveryLook(window, "subscription-none");
    await page.getByRole("button", { name: "Subscribe" }).click();
    const dialog = page.getByRole("dialog", { name: "Subscribe" });
    await dialog.getByRole("button", { name: "Subscribe" }).click();
    const urls = dialog.getByRole("group", { name: "Callback URLs" });
    await urls.getByText("url_list should not be empty").waitFor();
    await dialog.getByText("wave_type_list should not be empty").waitFor();
    await expectSoundInEveryLook(window, "subscription-refused");
    await urls.getByRole("textbox", { name: "Callback URL 1" }).fill("ftp://hooks.example/in");
    await dialog.getByRole("checkbox", { name: "primary" }).check();
    await dialog.getByRole("button", { name: "Subscribe" }).click();
    await urls.getByText("each value in url_list must be a public HTTPS URL").waitFor();
    await urls.getByRole("textbox", { name: "Callback URL 1" }).fill(`${good.url}/in?key=first-secret`);
    await urls.getByRole("button", { name: "Another URL" }).click();
    await urls.getByRole("textbox", { name: "Callback URL 2" }).fill(`${bad.url}/in?key=second-secret`);
    await dialog.getByRole("button", { name: "Subscribe" }).click();
    await page.getByRole("heading", { name: `${good.url}/in?key=****` }).waitFor();
    await page.getByText("tester").first().waitFor();
    await window.close();
  });

  it("shows how each endpoint is, in every look, and leads to its deliveries", async () => {
    await publish(console.app, acme, 12);
    const path = "/api/operator/projects/acme/endpoints";
    await until(async () => (await console.app.operator("GET", path)).text.includes('"failing"'));
    const window = await console.open("/p/acme/subscription");
    const { page } = window;
    await page.getByText("failing", { exact: true }).waitFor();
    await page.getByText("healthy", { exact: true }).waitFor();
    await expectSoundInEveryLook(window, "subscription");
    await page.getByRole("link", { name: "Its deliveries" }).first().click();
    await page.getByRole("heading", { name: "Deliveries", level: 1 }).waitFor();
    expect(new URL(page.url()).searchParams.get("url")).toBe(`${good.url}/in?key=****`);
    await page.locator("[data-row-opener]").first().waitFor();
    await window.close();
  });

  it("never gives a key to the browser, and keeps it when the masked form is saved", async () => {
    const window = await console.open("/p/acme/subscription", { token: acme.token });
    const { page } = window;
    const bodies: Promise<string>[] = [];
    page.on("response", (response) => bodies.push(response.text().catch(() => "")));
    await page.getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit the subscription" });
    expect(await dialog.getByRole("textbox", { name: "Callback URL 1" }).inputValue()).toBe(`${good.url}/in?key=****`);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Remove callback URL 2" }).click();
    await dialog.getByRole("checkbox", { name: "recalculate" }).check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "hidden" });
    await counted(page.getByText(bad.url), 0);
    expect((await Promise.all(bodies)).join("\n")).not.toContain("-secret");
    expect(await page.content()).not.toContain("-secret");
    const stored = await console.app.as(acme.token, "GET", "/api/notifier/public/acme/subscription");
    expect(stored.json).toMatchObject({
      url_list: [`${good.url}/in?key=first-secret`],
      wave_type_list: ["primary", "recalculate"],
    });
    await window.close();
  });

  it("sends a test event and shows what the receiver answered", async () => {
    const window = await console.open("/p/acme/subscription", { token: acme.token });
    const { page } = window;
    await page.getByRole("button", { name: "Send a test event" }).click();
    const dialog = page.getByRole("dialog", { name: "Send a test event" });
    const received = good.received.length;
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    await good.waitFor(received + 1);
    await dialog.getByText("delivered").waitFor();
    await dialog.getByText(/answered 204/).waitFor();
    await expectSoundInEveryLook(window, "test-event");
    await window.close();
  });

  it("deletes it after asking, with the count", async () => {
    const window = await console.open("/p/acme/subscription");
    const { page } = window;
    await page.getByRole("button", { name: "Delete…" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete the subscription" });
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Delete it with 1 URL" }).click();
    await page.getByText("No subscription yet").waitFor();
    const gone = await console.app.as(acme.token, "GET", "/api/notifier/public/acme/subscription");
    expect(gone.status).toBe(404);
    await window.close();
  });
});
