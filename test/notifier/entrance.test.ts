import { describe, expect, it } from "vitest";
import { HELD_MAX, LANE_BACKLOG_MAX, LANE_BACKLOG_SURE } from "../../src/config/limits.ts";
import { type Lane, Lanes } from "../../src/notifier/lanes.ts";

describe("publishes before crowded lanes (docs/delivery.md, tuning)", () => {
  it("are let in in their order, each once there is room for all of it", async () => {
    const { lanes, lane } = crowdedLane();
    const entered: string[] = [];
    const both = [60, 10].map(async (count) => {
      const leave = await lanes.entrance.enter([lane], count, now());
      entered.push(`${count}`);
      return leave;
    });
    lanes.unreserve(lane, 50);
    lanes.entrance.admit(lane);
    await turn();
    expect(entered).toEqual([]);
    lanes.unreserve(lane, 20);
    lanes.entrance.admit(lane);
    await Promise.all(both);
    expect(entered).toEqual(["60", "10"]);
    expect(lane.queue.isEmpty).toBe(true);
    expect(lane.kept).toBe(70);
  });

  it("enter all their lanes at the same time, and hold nothing in one while they wait for another", async () => {
    const { lanes, lane } = crowdedLane();
    const free = fastLane(lanes, 2);
    const entering = lanes.entrance.enter([free, lane], 100, now());
    await turn();
    expect([free.kept, lane.kept, lanes.entrance.kept]).toEqual([0, 0, 0]);
    lanes.unreserve(lane, 100);
    lanes.entrance.admit(lane);
    const leave = await entering;
    expect([free.kept, lane.kept, lanes.entrance.kept]).toEqual([100, 100, 200]);
    leave();
    expect([free.kept, lane.kept, lanes.entrance.kept]).toEqual([0, 0, 0]);
  });

  it("do not count on places that are kept for others, nor on those that are being written", async () => {
    const lanes = new Lanes();
    const lane = fastLane(lanes, 1);
    await lanes.entrance.enter([lane], 500, now());
    expect(lanes.room).toBe(HELD_MAX - 500);
    expect(lanes.reserve(lane, 300)).toBe(300);
    expect(lanes.room).toBe(HELD_MAX - 800);
    const third = lanes.entrance.enter([lane], 500, now());
    expect(lane.queue.isEmpty).toBe(false);
    lanes.unreserve(lane, 300);
    lanes.entrance.admit(lane);
    await third;
    expect(lane.kept).toBe(1_000);
  });

  it("do not wait where places come free too slowly for them and for those before them, or came so a while ago", async () => {
    const slow = new Lanes().of(1);
    const { lanes, lane } = crowdedLane();
    expect(slow.queue.isSoon(1, now())).toBe(false);
    expect(lane.queue.isSoon(1, now() + 1_000)).toBe(false);
    const waiting = [900, 800].map((count) => lanes.entrance.enter([lane], count, now()));
    expect(lane.queue.isSoon(600, now())).toBe(true);
    expect(lane.queue.isSoon(1_000, now())).toBe(false);
    await Promise.all(waiting);
  });

  it("go on after a moment when no room has come, and keep nothing", async () => {
    const { lanes, lane } = crowdedLane();
    await lanes.entrance.enter([lane], 100, now());
    expect(lane.queue.isEmpty).toBe(true);
    expect(lane.kept).toBe(0);
  });

  it("wait for the end of the queue of a fast lane, until one has waited in vain", async () => {
    const lanes = new Lanes();
    const lane = fastLane(lanes, 1);
    lane.hasMore = true;
    const first = lanes.entrance.enter([lane], 10, now());
    expect(lane.queue.isEmpty).toBe(false);
    await first;
    const second = lanes.entrance.enter([lane], 10, now());
    expect(lane.queue.isEmpty).toBe(true);
    await second;
    expect(lane.kept).toBe(0);
    lane.hasMore = false;
    await lanes.entrance.enter([lane], 10, now());
    expect(lane.kept).toBe(10);
  });

  it("pass a failing lane", async () => {
    const { lanes, lane } = crowdedLane();
    lane.setFailing(true);
    const entering = lanes.entrance.enter([lane], 100, now());
    expect(lane.queue.isEmpty).toBe(true);
    await entering;
    expect(lane.kept).toBe(0);
  });

  it("wait for a full process where their own lane has a part in it, and not where others fill it", async () => {
    const lanes = new Lanes();
    const mine = fastLane(lanes, 1);
    const others = lanes.of(2);
    const hold = (lane: Lane, count: number) => {
      for (let i = 0; i < count; i += 1) lanes.hold(lane, { deliveryId: `${lane.endpointId}-${i}` } as never);
    };
    hold(others, HELD_MAX);
    const first = lanes.entrance.enter([mine], 100, now());
    expect(mine.queue.isEmpty).toBe(true);
    await first;
    expect(mine.kept).toBe(0);
    hold(mine, 200);
    const second = lanes.entrance.enter([mine], 100, now());
    expect(mine.queue.isEmpty).toBe(false);
    await second;
    // However full it is, each lane may have a few.
    await lanes.entrance.enter([mine], LANE_BACKLOG_SURE, now());
    expect(mine.kept).toBe(LANE_BACKLOG_SURE);
  });
});

const now = () => performance.now();

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Five places come free each millisecond: 2,500 within the time that a publish waits at most. */
function fastLane(lanes: Lanes, endpointId: number): Lane {
  const lane = lanes.of(endpointId);
  const nowMs = now();
  lane.inFlight = 505;
  for (let ms = 0; ms <= 100; ms += 1) {
    for (let place = 0; place < 5; place += 1) lane.ended(true, nowMs - 100 + ms);
  }
  return lane;
}

/** As many are being written as a publish may count on. */
function crowdedLane(): { lanes: Lanes; lane: Lane } {
  const lanes = new Lanes();
  const lane = fastLane(lanes, 1);
  lanes.reserve(lane, (LANE_BACKLOG_MAX * 3) / 4);
  return { lanes, lane };
}
