import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type ConsoleUnderTest,
  counted,
  expectAccessible,
  expectSoundInEveryLook,
  startConsole,
} from "../support/browser.ts";
import { publish, subscribe, untilAll } from "../support/callbacks.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

const NASTY = '<img src=x onerror="document.title=1"><script>document.title=1</script>';

let console: ConsoleUnderTest;
let acme: { name: string; token: string };
let good: Receiver;
let bad: Receiver;
beforeAll(async () => {
  [console, good, bad] = await Promise.all([
    startConsole({ environment: { SHELFWIRE_ROUND_OFFSETS_SECONDS: "0", SHELFWIRE_ROUND_DELAYS_MINUTES: "0" } }),
    startReceiver([], 204),
    startReceiver([], { status: 503, headers: { "content-type": "text/html" }, body: NASTY }),
  ]);
  acme = await console.app.createProject("acme", { redeliver_on_recovery: false });
  await console.app.createProject("fresh");
  await subscribe(console.app, acme, [`${good.url}/in?key=first-secret`, `${bad.url}/in?key=second-secret`]);
  await publish(console.app, acme, 3);
  await untilAll(console.app, acme, ["delivered", "dead"]);
});
afterAll(async () => {
  await console.close();
  await good.close();
  await bad.close();
});

describe("the page of deliveries", { timeout: 120_000 }, () => {
  it("lists them in every look, with keys masked, and narrows them by filters that stand in the address", async () => {
    const window = await console.open("/p/acme/deliveries");
    const { page } = window;
    const rows = page.locator("[data-row-opener]");
    await counted(rows, 6);
    await expectSoundInEveryLook(window, "deliveries");
    expect(await page.content()).not.toContain("secret");
    await page.getByRole("button", { name: "Dead" }).click();
    await counted(rows, 3);
    expect(new URL(page.url()).searchParams.get("status")).toBe("dead");
    await page.getByRole("combobox", { name: "Endpoint" }).click();
    await page.getByRole("option", { name: good.url }).click();
    await page.getByText("No deliveries match these filters").waitFor();
    await expectAccessible(page);
    await page.goBack();
    await counted(rows, 3);
    await page.getByRole("textbox", { name: "Session" }).fill("not-a-uuid");
    await page.keyboard.press("Enter");
    await page.getByText("A session is a UUID").waitFor();
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await counted(rows, 6);
    await window.close();
  });

  it("shows new ones by itself, and stands still while it is paused", async () => {
    const window = await console.open("/p/acme/deliveries?status=delivered", { hasClock: true });
    const { page } = window;
    const rows = page.locator("[data-row-opener]");
    await rows.first().waitFor();
    const before = await rows.count();
    await publish(console.app, acme, 1);
    await untilAll(console.app, acme, ["delivered", "dead"]);
    await page.clock.fastForward(5_000);
    await counted(rows, before + 1);
    await page.getByRole("button", { name: "Pause refreshing" }).click();
    await page.getByText("Paused").waitFor();
    let asked = 0;
    page.on("request", (request) => {
      if (request.url().includes("/deliveries?")) asked += 1;
    });
    await publish(console.app, acme, 1);
    await untilAll(console.app, acme, ["delivered", "dead"]);
    await page.clock.fastForward(60_000);
    expect(asked).toBe(0);
    await page.getByRole("button", { name: "Go on refreshing" }).click();
    await page.clock.fastForward(5_000);
    await counted(rows, before + 2);
    await window.close();
  });

  it("opens a row by keyboard: its attempts by round, and a hostile answer as text, for the operator only", async () => {
    const window = await console.open("/p/acme/deliveries?status=dead");
    const { page } = window;
    await page.locator("[data-row-opener]").first().waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name: "Delivery" });
    await drawer.getByText("All attempts of all rounds failed.").waitFor();
    await drawer.getByText("Round 2").waitFor();
    expect(
      await drawer
        .getByRole("list", { name: /newest first/ })
        .getByText("Refused (503)")
        .count(),
    ).toBe(2);
    await drawer.getByText("What the receiver answered").first().click();
    await drawer.getByText(NASTY).first().waitFor();
    expect(await page.title()).toBe("Deliveries · Shelfwire");
    await expectSoundInEveryLook(window, "delivery");
    const address = new URL(page.url());
    const own = await console.open(`${address.pathname.replace("/console", "")}${address.search}`, {
      token: acme.token,
    });
    await own.page
      .getByRole("list", { name: /newest first/ })
      .getByText("Refused (503)")
      .first()
      .waitFor();
    expect(await own.page.getByText("What the receiver answered").count()).toBe(0);
    await own.close();
    await window.close();
  });

  it("delivers one again", async () => {
    const window = await console.open("/p/acme/deliveries?status=delivered", { token: acme.token });
    const { page } = window;
    await page.locator("[data-row-opener]").first().click();
    const received = good.received.length;
    const drawer = page.getByRole("dialog", { name: "Delivery" });
    await drawer.getByRole("button", { name: "Deliver once more" }).click();
    await good.waitFor(received + 1);
    await drawer.getByText("Run 2, round 1").waitFor();
    await window.close();
  });

  it("delivers all that match again, with their count asked first", async () => {
    const dead = await console.app.operator("GET", "/api/operator/projects/acme/deliveries?status=dead&limit=1000");
    const count = dead.json.deliveries.length;
    bad.script([], 200);
    const window = await console.open("/p/acme/deliveries?status=dead");
    const { page } = window;
    await page.getByRole("button", { name: "Redeliver…" }).click();
    const dialog = page.getByRole("dialog", { name: "Redeliver all that match" });
    await dialog.getByText(`${count} dead deliveries match.`).waitFor();
    await expectAccessible(page);
    const received = bad.received.length;
    await dialog.getByRole("button", { name: `Redeliver ${count} deliveries` }).click();
    await bad.waitFor(received + count);
    await page.getByText("No deliveries match these filters").waitFor();
    await window.close();
  });

  it("tells none yet, not allowed and no answer from each other", async () => {
    const window = await console.open("/p/fresh/deliveries");
    const { page } = window;
    await page.getByText("No deliveries yet").waitFor();
    await expectSoundInEveryLook(window, "deliveries-none");
    await window.close();
    const other = await console.open("/p/fresh/deliveries", { token: acme.token });
    await other.page.getByText("Not allowed").waitFor();
    await other.close();
    const cut = await console.open("/p/acme/subscription");
    await cut.page.getByRole("heading", { name: "Subscription", level: 1 }).waitFor();
    await cut.page.getByRole("link", { name: "Deliveries", exact: true }).hover();
    await cut.context.route("**/api/**", (route) => route.abort());
    await cut.page.getByRole("link", { name: "Deliveries", exact: true }).click();
    await cut.page.getByText("The service does not answer").waitFor();
    await expectAccessible(cut.page);
    await cut.context.unroute("**/api/**");
    await cut.page.locator("[data-row-opener]").first().waitFor();
    await cut.close();
  });
});
