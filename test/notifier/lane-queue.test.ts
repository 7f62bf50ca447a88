import { describe, expect, it } from "vitest";
import { IN_FLIGHT_MAX, LANE_BACKLOG_MAX } from "../../src/config/limits.ts";
import { LaneQueue } from "../../src/notifier/lane-queue.ts";
import { Lane } from "../../src/notifier/lanes.ts";

describe("publishes before a crowded lane (docs/delivery.md, tuning)", () => {
  it("are let in in their order, each once there is room for all of it", async () => {
    const queue = fastQueue();
    const entered: string[] = [];
    const both = [queue.wait(60, NOW), queue.wait(10, NOW)].map((wait, i) => wait?.then(() => entered.push(`${i}`)));
    queue.admit((count) => count <= 50);
    await Promise.resolve();
    expect(entered).toEqual([]);
    queue.admit((count) => count <= 60);
    await Promise.all(both);
    expect(entered).toEqual(["0", "1"]);
    expect(queue.isEmpty).toBe(true);
  });

  it("do not wait where places come free too slowly for them and for those before them", () => {
    const queue = fastQueue();
    expect(queue.wait(2_000, NOW)).toBeInstanceOf(Promise);
    expect(queue.wait(1_000, NOW)).toBeUndefined();
    expect(new LaneQueue().wait(1, NOW)).toBeUndefined();
  });

  it("do not wait for a lane that was fast a while ago", () => {
    expect(fastQueue().wait(1, NOW + 1_000)).toBeUndefined();
  });

  it("go on after a moment when no room has come", async () => {
    const queue = fastQueue();
    await queue.wait(100, NOW);
    expect(queue.isEmpty).toBe(true);
  });

  it("pass a lane with room, a failing one, and one behind which older deliveries wait in the queue", () => {
    const lane = new Lane(1);
    for (let i = 0; i < 1_000; i += 1) lane.ended(true);
    lane.inFlight = IN_FLIGHT_MAX;
    expect(lane.untilRoom(100, 8_000, performance.now())).toBeUndefined();
    lane.reserved = LANE_BACKLOG_MAX;
    lane.hasMore = true;
    expect(lane.untilRoom(100, 8_000, performance.now())).toBeUndefined();
    lane.hasMore = false;
    lane.setFailing(true);
    expect(lane.untilRoom(100, 8_000, performance.now())).toBeUndefined();
  });

  it("wait for a full process where their own lane has a part in it, and not where others fill it", () => {
    const lane = new Lane(1);
    for (let i = 0; i < 1_000; i += 1) lane.ended(true, NOW - 100 + i / 10);
    lane.reserved = 200;
    expect(lane.fits(100, 0)).toBe(false);
    expect(lane.fits(100, 100)).toBe(true);
    expect(lane.untilRoom(100, 0, NOW)).toBeInstanceOf(Promise);
    const idle = new Lane(2);
    for (let i = 0; i < 1_000; i += 1) idle.ended(true, NOW - 100 + i / 10);
    expect(idle.untilRoom(100, 0, NOW)).toBeUndefined();
  });
});

const NOW = 10_000;

/** Five places come free each millisecond: 2,500 within the time that a publish waits at most. */
function fastQueue(): LaneQueue {
  const queue = new LaneQueue();
  for (let ms = 0; ms <= 100; ms += 1) {
    for (let place = 0; place < 5; place += 1) queue.noteFreed(NOW - 100 + ms);
  }
  return queue;
}
