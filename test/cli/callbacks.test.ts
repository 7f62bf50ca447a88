import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATOR_TOKEN, startTestApp, type TestApp } from "../support/app.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { type CommandEnd, type RunOptions, runCommand } from "./run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "shelfwire-cli-"));
let app: TestApp;
let token: string;
let receiver: Receiver;

beforeAll(async () => {
  app = await startTestApp();
  token = (await app.createProject("calls", { payload_fields: ["store_number"] })).token;
  receiver = await startReceiver();
});
afterAll(async () => {
  await app.close();
  await receiver.close();
  rmSync(folder, { recursive: true });
});

function run(args: string[], options: RunOptions = {}): Promise<CommandEnd> {
  const environment = {
    SHELFWIRE_URL: app.url,
    SHELFWIRE_PROJECT: "calls",
    SHELFWIRE_TOKEN: token,
    SHELFWIRE_OPERATOR_TOKEN: OPERATOR_TOKEN,
  };
  return runCommand(args, { ...options, environment: { ...environment, ...options.environment } });
}

const event = (wave_type = "primary") => ({
  session_uid: randomUUID(),
  wave_type,
  analysis_result_url: "https://results.example/1.json",
});

describe("shelfwire subscription (interface, 1 to 3)", () => {
  it("sets, shows and deletes it", async () => {
    expect(await run(["subscription", "get"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "shelfwire: project calls has no subscription\n",
    });
    const set = await run(["subscription", "set", `${receiver.url}/cb?key=1`, "--wave", "primary", "--json"]);
    expect(set.json()).toMatchObject({ url_list: [`${receiver.url}/cb?key=1`], wave_type_list: ["primary"] });
    expect((await run(["subscription", "get"])).stdout).toMatch(/^wave_type_list +primary$/m);
    expect((await run(["subscription", "delete"])).code).toBe(0);
    expect((await run(["subscription", "delete"])).code).toBe(1);
  });

  it("passes all messages of a refusal on", async () => {
    const end = await run(["subscription", "set", "https://user@example.com/", "--wave", "tidal"]);
    expect(end.code).toBe(1);
    expect(end.stderr).toMatch(
      /^shelfwire: each value in url_list must be a public HTTPS URL; each value in wave_type_list/,
    );
  });
});

describe("shelfwire subscription test", () => {
  it("tells how each URL answered, and ends with 1 where one did not acknowledge", async () => {
    const other = await startReceiver([], 503);
    await run(["subscription", "set", `${receiver.url}/cb`, `${other.url}/cb?key=hidden`]);
    const failed = await run(["subscription", "test"]);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toMatch(/^delivered +delivered +200 /m);
    expect(failed.stdout).toMatch(/^(pending|leased) +status_rejected +503 .*key=\*{4}$/m);
    expect(failed.stderr).toMatch(/1 of 2 URLs did not acknowledge it; they are tried again\n$/);
    const endpoints = (await run(["subscription", "endpoints", "--json"])).jsonLines();
    expect(endpoints).toMatchObject([{ health: "healthy" }, { url: expect.stringContaining("key=****") }]);
    const one = await run(["subscription", "test", "--endpoint", String(endpoints[0].endpoint_id), "--json"]);
    expect(one.code).toBe(0);
    expect(one.jsonLines()).toMatchObject([{ status: "delivered", attempts: [{ status_code: 200 }] }]);
    expect((await run(["subscription", "endpoints"])).stdout).toMatch(/^ *ID +HEALTH +FAILED IN A ROW +URL/);
    await run(["subscription", "remove"]);
    await other.close();
  });
});

describe("shelfwire publish (decisions, section 3)", () => {
  beforeAll(async () => {
    await run(["subscription", "set", `${receiver.url}/cb`]);
  });

  it("publishes one event by flags, with a result that the service serves", async () => {
    writeFileSync(join(folder, "result.json"), '{"share":0.4}');
    const session = randomUUID();
    const before = receiver.received.length;
    const args = ["--session", session, "--wave", "primary", "--result", join(folder, "result.json")];
    const end = await run(["publish", ...args, "--store-number", "0042"]);
    expect(end).toMatchObject({ code: 0, stderr: "" });
    expect(end.stdout).toMatch(/^accepted +1\nduplicates +0\ndeliveries +1\n/);
    const callback = (await receiver.waitFor(before + 1))[before];
    expect(callback?.json()).toMatchObject({ session_uid: session, store_number: "0042" });
  });

  it.each([
    ["JSON lines", (events: object[]) => events.map((one) => `${JSON.stringify(one)}\n`).join("\n")],
    ["one JSON array", (events: object[]) => JSON.stringify(events, null, 2)],
  ])("publishes %s from standard input, over several requests", async (_what, write) => {
    const events = Array.from({ length: 1_205 }, () => ({ ...event("recalculate"), event_id: randomUUID() }));
    const input = write(events);
    const end = await run(["publish", "-", "--json"], { input });
    expect(end.code).toBe(0);
    expect(end.json()).toMatchObject({ accepted: 1_205, duplicates: 0 });
    expect((await run(["publish", "-", "--json"], { input })).json()).toMatchObject({ accepted: 0, duplicates: 1_205 });
  });

  it("says which line is no JSON, and what was published before", async () => {
    const path = join(folder, "events.ndjson");
    writeFileSync(path, `${JSON.stringify(event())}\nnonsense\n`);
    const end = await run(["publish", path]);
    expect(end).toMatchObject({ code: 1, stdout: "" });
    expect(end.stderr).toMatch(/events\.ndjson, line 2: expected a JSON object\n$/);
    expect(await run(["publish", "-"], { input: "" })).toMatchObject({ code: 1, stdout: "" });
  });
});

describe("shelfwire delivery (decisions, section 8)", () => {
  it("lists deliveries, shows one with its attempts, and delivers it again", async () => {
    const session = randomUUID();
    const before = receiver.received.length;
    await app.operator("POST", "/api/operator/projects/calls/analysis-results", { ...event(), session_uid: session });
    await receiver.waitFor(before + 1);
    const delivery = await settled(session);

    expect((await run(["delivery", "list", "--session", session])).stdout).toMatch(/delivered +1 +primary/);
    const shown = await run(["delivery", "get", delivery.delivery_id]);
    expect(shown.stdout).toMatch(/^status +delivered$/m);
    expect(shown.stdout).toMatch(/^ATTEMPT .*\n +1 /m);

    expect((await run(["delivery", "redeliver", delivery.delivery_id])).code).toBe(0);
    await receiver.waitFor(before + 2);
    const many = ["delivery", "redeliver", "--session", session, "--status", "delivered", "--json"];
    await settled(session);
    expect((await run([...many, "--dry-run"])).json()).toMatchObject({ matched: 1 });
    expect(receiver.received).toHaveLength(before + 2);
    expect((await run(many)).json()).toMatchObject({ matched: 1, redelivered: 1 });
    await receiver.waitFor(before + 3);
  });

  it("works with the project's token alone, which does not show answers", async () => {
    const [delivery] = (await run(["delivery", "list", "--limit", "1", "--json"])).jsonLines();
    const environment = { SHELFWIRE_OPERATOR_TOKEN: "" };
    const shown = await run(["delivery", "get", delivery.delivery_id, "--json"], { environment });
    expect(shown.json().delivery_id).toBe(delivery.delivery_id);
    const answers: unknown[] = shown.json().attempts.map(({ answer }: { answer: unknown }) => answer);
    expect(new Set(answers)).toEqual(new Set([null]));
  });

  it("needs one delivery or a filter, not both and not neither", async () => {
    expect((await run(["delivery", "redeliver"])).code).toBe(2);
    expect((await run(["delivery", "redeliver", "x", "--status", "dead"])).code).toBe(2);
    expect((await run(["delivery", "get", "x"])).code).toBe(1);
  });
});

/** The receiver knows of a success a moment before it is on record. */
async function settled(session: string): Promise<{ delivery_id: string }> {
  for (;;) {
    const [delivery] = (await run(["delivery", "list", "--session", session, "--json"])).jsonLines();
    if (delivery?.status === "delivered") return delivery;
  }
}
