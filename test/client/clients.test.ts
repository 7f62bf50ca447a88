import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OperatorClient, ShelfwireClient } from "../../client/src/index.ts";
import { OPERATOR_TOKEN, startTestApp, type TestApp } from "../support/app.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

const HEADER = "store_number,store_name,store_type_name,region_name,street,city\n";
const row = (number: number, region = "East") => `${number},Store ${number},Kiosk,${region},1 High Street,Lyon\n`;

let app: TestApp;
let operator: OperatorClient;
let client: ShelfwireClient;
let receiver: Receiver;

beforeAll(async () => {
  app = await startTestApp();
  receiver = await startReceiver();
  operator = new OperatorClient({ baseUrl: app.url, token: OPERATOR_TOKEN });
  await operator.createProject("acme", { payload_fields: ["client_session_id"] });
  const { token } = await operator.createToken("acme", { user_name: "ann" });
  client = new ShelfwireClient({ baseUrl: app.url, token, projectName: "acme" });
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

describe("the operator's client (decisions, section 8)", () => {
  it("knows when the service is ready", async () => {
    expect(await operator.isReady()).toBe(true);
  });

  it("works with projects, tokens and lookups", async () => {
    expect(await operator.getProject("none")).toBeUndefined();
    expect(await operator.deleteProject("none")).toBe(false);
    expect((await operator.createProject("other", { signing: { generate: true } })).signing?.secrets).toHaveLength(1);
    expect((await operator.changeProject("other", { lookup_policy: "open" })).lookup_policy).toBe("open");
    expect((await operator.listProjects()).map(({ name }) => name)).toEqual(["acme", "other"]);
    expect(await operator.deleteProject("other")).toBe(true);

    const { token_id } = await operator.createToken("acme", { user_name: "bob" });
    await operator.revokeToken("acme", token_id);
    const tokens = await operator.listTokens("acme");
    expect(tokens.find((token) => token.token_id === token_id)?.status).toBe("revoked");

    await operator.setLookups("acme", "store_type_name", ["Kiosk"]);
    await operator.addLookups("acme", "region_name", ["East", "West"]);
    expect(await operator.getLookups("acme", "region_name")).toEqual(["East", "West"]);
    expect(await client.listLookups("region_name")).toEqual(["East", "West"]);
  });

  it("fails with the service's message and status", async () => {
    await expect(operator.createProject("acme")).rejects.toMatchObject({ statusCode: 409 });
    const stranger = new OperatorClient({ baseUrl: app.url, token: "wrong" });
    await expect(stranger.listProjects()).rejects.toMatchObject({
      statusCode: 401,
      messages: ["Incorrect or expired token"],
    });
  });
});

describe("uploads and reads of a project's client (interface, 5 to 7)", () => {
  it("uploads, waits, reads rejections and stores", async () => {
    const text = HEADER + [1, 2, 3, 4, 5].map((number) => row(number)).join("") + row(6, "Atlantis");
    const phases: string[] = [];
    const accepted = await client.upload({ entityType: "store", file: new File([text], "stores.csv") });
    const job = await client.waitForJob(accepted.async_job_id, {
      pollMs: 5,
      onProgress: ({ status }) => phases.push(status),
    });
    expect(job).toMatchObject({
      status: "done",
      user_name: "ann",
      file_name: "stores.csv",
      number_of_job_items: 6,
      number_of_effected_items: 5,
      number_of_rejected_items: 1,
      number_of_created_items: 5,
    });
    expect(phases.at(-1)).toBe("done");
    expect(await client.getRejections(job)).toEqual([
      { store_number: "6", errors: ["Unknown region_name 'Atlantis'"] },
    ]);
    expect(await (await client.download(job.input_file_url)).text()).toBe(text);

    const numbers: string[] = [];
    for await (const page of client.stores.pages({ per_page: 2, sort: "-store_number" })) {
      expect(page.metadata.total_count).toBe(5);
      numbers.push(...page.items.map(({ store_number }) => store_number));
    }
    expect(numbers).toEqual(["5", "4", "3", "2", "1"]);
    expect(await client.stores.get("3")).toMatchObject({ city: "Lyon", is_active: true, additional_attributes: {} });
    expect((await client.users.page()).items).toEqual([]);
    expect((await client.routes.page()).items).toEqual([]);
    expect(await client.template("store")).toContain("store_number,");
  });

  it("makes one job of two uploads with one key", async () => {
    const file = new File([HEADER + row(9)], "stores.csv");
    const once = await client.upload({ entityType: "store", file, idempotencyKey: "k-1" });
    const again = await client.upload({ entityType: "store", file, idempotencyKey: "k-1" });
    expect(again.async_job_id).toBe(once.async_job_id);
    await client.waitForJob(once.async_job_id, { pollMs: 5 });
  });

  it("answers undefined for an unknown job", async () => {
    expect(await client.getJob(randomUUID())).toBeUndefined();
  });
});

describe("subscriptions and callbacks (interface, 1 to 4; decisions, sections 3 and 8)", () => {
  it("reads, sets and deletes the subscription", async () => {
    expect(await client.getSubscription()).toBeUndefined();
    expect(await client.deleteSubscription()).toBe(false);
    await expect(client.setSubscription({ url_list: [], wave_type_list: ["all"] })).rejects.toMatchObject({
      statusCode: 400,
      messages: ["url_list should not be empty"],
    });
    const set = await client.setSubscription({ url_list: [receiver.url], wave_type_list: ["all"] });
    expect(set).toMatchObject({ user_name: "ann", wave_type_list: ["all"] });
    expect(await client.getSubscription()).toEqual(set);
    expect(await client.listWaveTypes()).toEqual(["all", "primary", "recalculate"]);
    expect(await client.deleteSubscription()).toBe(true);
  });

  it("publishes, reads what became of it, and delivers again", async () => {
    await client.setSubscription({ url_list: [`${receiver.url}/cb?key=secret`], wave_type_list: ["primary"] });
    const session_uid = randomUUID();
    const event = { session_uid, analysis_result: { share: 1 }, client_session_id: "c-1" };
    const answer = await operator.publish("acme", [
      { ...event, wave_type: "primary" },
      { ...event, wave_type: "recalculate" },
    ]);
    expect(answer).toMatchObject({ accepted: 2, duplicates: 0, events: [{ deliveries: 1 }, { deliveries: 0 }] });
    const [callback] = await receiver.waitFor(1);
    expect(callback?.json()).toMatchObject({ session_uid, client_session_id: "c-1" });

    const delivery = await settled(session_uid);
    expect(delivery).toMatchObject({ session_uid, wave_type: "primary", attempts_made: 1 });
    expect(delivery.url).not.toContain("secret");
    const detail = await operator.getDelivery("acme", delivery.delivery_id);
    expect(detail?.attempts).toMatchObject([{ number: 1, status_code: 200, outcome: "delivered" }]);
    expect(await operator.getDelivery("acme", randomUUID())).toBeUndefined();

    await operator.redeliver("acme", delivery.delivery_id);
    await receiver.waitFor(2);
    await settled(session_uid);
    const delivered = { session_uid, status: "delivered" } as const;
    expect(await client.deliveries.redeliverMany(delivered, { dryRun: true })).toMatchObject({ matched: 1 });
    expect((await operator.listEvents("acme")).events).toHaveLength(2);
    expect((await operator.listJobs("acme")).jobs.length).toBeGreaterThan(0);
  });
});

/** The receiver knows of a success a moment before it is on record. */
async function settled(session_uid: string) {
  for (;;) {
    for await (const delivery of operator.deliveries("acme", { session_uid, status: "delivered" })) return delivery;
  }
}
