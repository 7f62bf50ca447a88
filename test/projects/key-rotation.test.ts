import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statement } from "../../src/db/database.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { publish, subscribe } from "../support/callbacks.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

const OLD = "the-old-key-of-this-installation-0123";
const NEW = "the-new-key-of-this-installation-4567";
const SELECT_SECRETS = statement("test_secrets", "select secrets from projects order by name");

describe("replacing the secret key (docs/operating.md)", () => {
  let owner: TestApp;
  let receiver: Receiver;
  const beside = (environment: Record<string, string>) =>
    startTestApp({ environment: { DATABASE_URL: owner.databaseUrl, ...environment } });
  beforeAll(async () => {
    owner = await startTestApp({ environment: { SHELFWIRE_SECRET_KEY: OLD } });
    receiver = await startReceiver();
    await owner.createProject("bare");
  });
  afterAll(async () => {
    await owner.close();
    await receiver.close();
  });

  it("seals everything anew, after which the former key is not needed and no longer accepted", async () => {
    const settings = { callback_auth: { header_name: "X-Key", header_value: "geheim" }, signing: { generate: true } };
    const project = await owner.createProject("acme", settings);
    await subscribe(owner, project, [receiver.url]);
    const before = await owner.db.rows(SELECT_SECRETS);

    await (await beside({ SHELFWIRE_SECRET_KEY: NEW, SHELFWIRE_SECRET_KEY_PREVIOUS: OLD })).close();
    const after = await owner.db.rows(SELECT_SECRETS);
    expect(after[0]).not.toEqual(before[0]);
    await expect(beside({ SHELFWIRE_SECRET_KEY: OLD })).rejects.toThrow("the secret key is not the one");

    const renewed = await beside({ SHELFWIRE_SECRET_KEY: NEW, SHELFWIRE_ROLES: "api,deliver" });
    expect(await renewed.db.rows(SELECT_SECRETS)).toEqual(after);
    expect((await renewed.projects.byName("acme"))?.callbackAuth?.headerValue).toBe("geheim");
    const [session] = await publish(renewed, project);
    await receiver.waitFor(1);
    expect(JSON.parse(receiver.received[0]?.body ?? "").session_uid).toBe(session);
    await renewed.close();
  });

  it("leaves links of the former key good as long as that key is named", async () => {
    const other = await startTestApp({ environment: { SHELFWIRE_SECRET_KEY: OLD } });
    const project = await other.createProject("linked");
    await subscribe(other, project, [receiver.url]);
    const seen = receiver.received.length;
    const result = { session_uid: crypto.randomUUID(), wave_type: "primary", analysis_result: { shelves: 3 } };
    await other.operator("POST", "/api/operator/projects/linked/analysis-results", result);
    await receiver.waitFor(seen + 1);
    const link = new URL(JSON.parse(receiver.received[seen]?.body ?? "").analysis_result_url);
    const statusUnder = async (environment: Record<string, string>) => {
      const app = await startTestApp({ environment: { DATABASE_URL: other.databaseUrl, ...environment } });
      const { status } = await fetch(app.url + link.pathname + link.search);
      await app.close();
      return status;
    };
    expect(await statusUnder({ SHELFWIRE_SECRET_KEY: NEW, SHELFWIRE_SECRET_KEY_PREVIOUS: OLD })).toBe(200);
    expect(await statusUnder({ SHELFWIRE_SECRET_KEY: NEW })).toBe(403);
    await other.close();
  });
});
