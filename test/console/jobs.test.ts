import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type ConsoleUnderTest,
  type ConsoleWindow,
  counted,
  expectAccessible,
  expectSoundInEveryLook,
  startConsole,
} from "../support/browser.ts";

const HEADER = "store_number,store_name,store_type_name,region_name,street,city,latitude,longitude";
const GOOD = [HEADER, "1,One,Shop,East,Main 1,Graz,47.07,15.44", "2,Two,Shop,East,Main 2,Linz,48.3,14.29"].join("\n");
const MIXED = [
  `${HEADER},colour`,
  "1,One,Shop,East,Main 1,Graz,47.07,15.44,red",
  '3,"<script>document.title=1</script>",Kiosk,East,Main 3,Wels,48.1,14.0,red',
  '"=HYPERLINK(""x"")",Four,Kiosk,Atlantis,Main 4,Steyr,north,14.0,red',
].join("\n");

let console: ConsoleUnderTest;
let acme: { name: string; token: string };
beforeAll(async () => {
  console = await startConsole();
  acme = await console.app.createProject("acme");
  for (const [type, value] of [
    ["store_type_name", "Shop"],
    ["region_name", "East"],
  ]) {
    await console.app.operator("PUT", `/api/operator/projects/acme/lookups/${type}`, { values: [value] });
  }
});
afterAll(() => console.close());

/** Chooses a file in the dialog that is open. */
async function choose({ page }: ConsoleWindow, name: string, text: string): Promise<void> {
  await page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
}

describe("the page of jobs", { timeout: 120_000 }, () => {
  it("says that there are none yet, and takes the first file: checked before it is uploaded", async () => {
    const window = await console.open("/p/acme/jobs", { token: acme.token });
    const { page } = window;
    await page.getByText("No jobs yet").waitFor();
    await expectSoundInEveryLook(window, "jobs-none");
    await page.getByRole("button", { name: "Upload a file" }).first().click();
    await choose(window, "stores.csv", GOOD);
    expect(await page.getByRole("combobox", { name: "It holds" }).inputValue()).toBe("Stores");
    await expectSoundInEveryLook(window, "upload");
    await page.getByRole("button", { name: "Check only" }).click();
    await page.getByText("This was a check: nothing was written.").waitFor();
    await page.getByText("would be created").waitFor();
    await expectSoundInEveryLook(window, "job-check");
    await page.getByRole("button", { name: "Upload it now (2 rows)" }).click();
    await page.getByText("2 created").waitFor();
    const stores = await console.app.as(acme.token, "GET", "/api/v4/acme/entity/store");
    expect(stores.json.stores.map((store: { city: string }) => store.city)).toEqual(["Graz", "Linz"]);
    await window.close();
  });

  it("takes a file that is dropped anywhere, and shows its rejections by kind, as text", async () => {
    const window = await console.open("/p/acme/jobs");
    const { page } = window;
    await page.getByRole("table").waitFor();
    const dropped = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "stores-mixed.csv"));
      return data;
    }, MIXED);
    await page.dispatchEvent("main", "dragenter", { dataTransfer: dropped });
    await page.getByText("Drop the file to upload it").waitFor();
    await page.dispatchEvent("main", "drop", { dataTransfer: dropped });
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await page.getByRole("heading", { name: "2 rejected rows" }).waitFor();
    await page.getByText("Ignored columns that a store does not have").waitFor();
    const rows = page.locator("section[aria-label='Rejected rows'] table[aria-busy=false] tbody tr");
    await counted(rows, 4);
    await page.getByRole("cell", { name: '=HYPERLINK("x")' }).first().waitFor();
    await expectSoundInEveryLook(window, "job");
    await page.getByRole("button", { name: /Unknown value: region_name/ }).click();
    await counted(rows, 1);
    await page.getByRole("cell", { name: "Unknown region_name 'Atlantis'" }).waitFor();
    expect(new URL(page.url()).search).toContain("code=unknown_lookup&field=region_name");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Rejected rows to mend (spreadsheet)" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("stores-mixed-errors.xlsx");
    expect(
      readFileSync(await file.path())
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");
    expect(await page.title()).toBe("stores-mixed.csv · Shelfwire");
    await window.close();
  });

  it("says why a file cannot be read, and refuses what is certainly wrong before it is sent", async () => {
    const window = await console.open("/p/acme/jobs");
    const { page } = window;
    await page.getByRole("button", { name: "Upload a file" }).click();
    await choose(window, "stores.xlsx", "PK");
    await page.getByText("This is a spreadsheet").waitFor();
    expect(await page.getByRole("button", { name: "Upload", exact: true }).isDisabled()).toBe(true);
    await choose(window, "stores.json", "not json");
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await page.getByText("Nothing of this file is in effect").waitFor();
    await page.getByText("It looks like plain text").waitFor();
    await expectSoundInEveryLook(window, "job-failed");
    await window.close();
  });

  it("lists jobs with their outcome, narrowed by status, and opens one by keyboard", async () => {
    const window = await console.open("/p/acme/jobs");
    const { page } = window;
    const rows = page.locator("[data-row-opener]");
    await counted(rows, 4);
    await expectSoundInEveryLook(window, "jobs");
    await page.getByRole("button", { name: "Failed 1" }).click();
    await counted(rows, 1);
    await page.getByRole("combobox", { name: "Entity" }).click();
    await page.getByRole("option", { name: "users" }).click();
    await page.getByText("No jobs match these filters").waitFor();
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await counted(rows, 4);
    await page.keyboard.press("/");
    await page.keyboard.type("MIXED");
    await counted(rows, 1);
    await page.getByRole("button", { name: "Done 1" }).waitFor();
    await page.getByRole("combobox", { name: "Time" }).click();
    await page.getByRole("option", { name: "From … to …" }).click();
    await page.getByLabel("Until (local time)").fill("2020-01-01T00:00");
    await page.getByText("No jobs match these filters").waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      q: "MIXED",
      to: "2019-12-31T23:00:00.000Z",
    });
    await expectSoundInEveryLook(window, "jobs-filtered");
    await page.reload();
    expect(await page.getByRole("textbox", { name: "Search jobs" }).inputValue()).toBe("MIXED");
    expect(await page.getByLabel("Until (local time)").inputValue()).toBe("2020-01-01T00:00");
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await counted(rows, 4);
    expect(await page.getByLabel("Until (local time)").count()).toBe(0);
    await page.getByRole("heading", { name: "Jobs", level: 1 }).click();
    await page.keyboard.press("k");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "stores.csv", level: 1 }).waitFor();
    await window.close();
  });

  it("shows how many bytes are sent, and stops sending when told to", async () => {
    const window = await console.open("/p/acme/jobs");
    const { page, context } = window;
    const cdp = await context.newCDPSession(page);
    await page.getByRole("button", { name: "Upload a file" }).click();
    const row = "9,Nine,Shop,East,Main 9,Graz,47,15\n";
    await choose(window, "stores.csv", `${HEADER}\n${row.repeat(60_000)}`);
    await cdp.send("Network.enable");
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 600_000 };
    await cdp.send("Network.emulateNetworkConditions", slow);
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await page.getByRole("progressbar", { name: "Bytes sent" }).waitFor();
    await page.getByText(/ of 2\.1 MB, [1-9]\d? %/).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "stores.csv 2.1 MB" }).waitFor();
    await window.close();
    const jobs = await console.app.operator("GET", "/api/operator/projects/acme/jobs");
    expect(jobs.json.metadata.total_count).toBe(4);
  });
});
