import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AuditRow, selectAuditLog } from "../../src/audit/audit-reads.ts";
import { RefusalCounter, SEVERAL_ADDRESSES } from "../../src/audit/refusal-counter.ts";
import { REFUSALS_ADDRESSES_MAX } from "../../src/config/limits.ts";
import { ManualClock } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/log.ts";
import { HOUR, MINUTE, SECOND } from "../../src/lib/units.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

const NOON = Date.parse("2026-11-21T12:00:00Z");
const FORMER = { project: "acme", userName: "ann", tokenId: "0199e3b4-7c1a-7d2e-9f60-3b1c5a7e9d24" };

describe("the counter of refused sign-ins", () => {
  let database: TestDatabase;
  let clock: ManualClock;
  beforeEach(async () => {
    database = await createTestDatabase();
    clock = new ManualClock(NOON);
  });
  afterEach(() => database.drop());

  const counter = (db = database.db) => new RefusalCounter({ db, clock, log: silentLogger() });
  const entries = (): Promise<AuditRow[]> => selectAuditLog(database.db, {}, { before: undefined, most: 1_000 });

  it("writes one entry a minute and address, to which all processes add", async () => {
    const [one, other] = [counter(), counter()];
    one.refused("203.0.113.7", "unknown_token");
    await one.flush();
    clock.advance(20 * SECOND);
    one.refused("203.0.113.7", "unknown_token");
    other.refused("203.0.113.7", "throttled");
    await Promise.all([one.flush(), other.flush()]);
    expect(await entries()).toMatchObject([
      {
        happened_at: new Date(NOON),
        ...{ project_name: null, actor_kind: "unknown", user_name: "", address: "203.0.113.7" },
        ...{ action: "session.refuse", target: null },
        details: { attempts: 3, unknown_token: 2, throttled: 1, last_at: "2026-11-21T12:00:20.000Z" },
      },
    ]);
    clock.advance(MINUTE);
    one.refused("203.0.113.7", "unknown_token");
    await one.flush();
    expect((await entries()).map(({ details }) => details?.attempts)).toEqual([1, 3]);
  });

  it("keeps a token that was once valid apart, with its project and user", async () => {
    const one = counter();
    one.refused("203.0.113.7", "unknown_token");
    one.refused("203.0.113.7", "revoked_token", FORMER);
    one.refused("203.0.113.7", "revoked_token", FORMER);
    await one.flush();
    const ofProject = (await entries()).filter(({ project_name }) => project_name === "acme");
    expect(ofProject).toMatchObject([
      { actor_kind: "project", user_name: "ann", target: FORMER.tokenId, details: { attempts: 2, revoked_token: 2 } },
    ]);
    expect(await entries()).toHaveLength(2);
  });

  it("counts a flood from many addresses in a bounded number of entries, and loses none of it", async () => {
    const one = counter();
    for (let host = 0; host < 5_000; host += 1) one.refused(`2001:db8::${host.toString(16)}`, "unknown_token");
    await one.flush();
    const written = await entries();
    expect(written).toHaveLength(REFUSALS_ADDRESSES_MAX + 1);
    const rest = written.find(({ address }) => address === SEVERAL_ADDRESSES);
    expect(rest?.details?.attempts).toBe(5_000 - REFUSALS_ADDRESSES_MAX);
  });

  it("keeps what it cannot write until it can, and forgets it after an hour", async () => {
    const away = await createTestDatabase();
    await away.drop();
    const lost = counter(away.db);
    lost.refused("203.0.113.7", "unknown_token");
    await expect(lost.flush()).rejects.toThrow();
    lost.refused("203.0.113.7", "unknown_token");
    await expect(lost.flush()).rejects.toThrow();
    clock.advance(2 * HOUR);
    await expect(lost.flush()).rejects.toThrow();
    await lost.flush();

    const one = counter();
    await database.db.run("alter table audit_log rename to audit_log_away");
    one.refused("203.0.113.7", "unknown_token");
    await expect(one.flush()).rejects.toThrow();
    one.refused("203.0.113.7", "expired_token", FORMER);
    one.refused("203.0.113.7", "throttled");
    await database.db.run("alter table audit_log_away rename to audit_log");
    await one.flush();
    expect((await entries()).map(({ details }) => details?.attempts).sort()).toEqual([1, 2]);
  });
});
