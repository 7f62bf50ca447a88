import { setTimeout as sleep } from "node:timers/promises";
import { type Database, statement } from "../../src/db/database.ts";
import type { BenchDatabase } from "./bench-database.ts";
import { eventOf, Load } from "./load.ts";
import type { ReceiverProcess } from "./receiver-process.ts";
import { ServiceProcess } from "./service-process.ts";
import type { Line } from "./table.ts";
import { untilSettled } from "./throughput.ts";

const PROCESSES = 4;
const KILLS = 4;
const BATCH = 50;
const ENDPOINTS = 4;

interface Member {
  service: ServiceProcess;
  load: Load;
}

/** Several processes share one database: first while nobody dies, then while four are killed at random and replaced. */
export async function measureProcesses(
  database: BenchDatabase,
  receiver: ReceiverProcess,
  scale: number,
): Promise<Line[]> {
  const events = Math.ceil(50_000 * scale);
  const { db, url } = await database.create("processes");
  const members = await Promise.all(Array.from({ length: PROCESSES }, () => startMember(url)));
  const urls = Array.from({ length: ENDPOINTS }, (_, i) => `${receiver.origin}/ok/${i}`);
  await members[0]?.load.createProject("bench", urls);

  const calm = await countRun(db, receiver, members, events, async () => 0);
  const stormy = await countRun(db, receiver, members, events, (isOver) => killAtRandom(db, url, members, isOver));
  for (const member of members) {
    await member.load.close();
    await member.service.stop();
  }
  await db.close();
  return [
    {
      figure: `${PROCESSES} processes, ${events.toLocaleString("en")} events, nobody dies: lost and sent twice`,
      value: `${calm.lost} lost, ${calm.twice} twice`,
      target: "none, none",
      reached: calm.lost === 0 && calm.twice === 0,
    },
    {
      figure: `${PROCESSES} processes, ${KILLS} killed at random: lost and sent twice`,
      value: `${stormy.lost} lost, ${stormy.twice} twice, ${stormy.held} held by the killed`,
      target: "none lost, twice at most what was held",
      reached: stormy.lost === 0 && stormy.twice <= stormy.held,
    },
  ];
}

async function startMember(url: string): Promise<Member> {
  const service = await ServiceProcess.start(url, { SHELFWIRE_DATABASE_CONNECTIONS: "8" });
  return { service, load: new Load(service.url, 8) };
}

async function countRun(
  db: Database,
  receiver: ReceiverProcess,
  members: Member[],
  events: number,
  disturb: (isOver: () => boolean) => Promise<number>,
): Promise<{ lost: number; twice: number; held: number }> {
  await receiver.reset(true);
  const { delivered: before } = await db.one<{ delivered: number }>(COUNT_ALL);
  let isOver = false;
  const disturbed = disturb(() => isOver);
  const accepted = await publishAll(members, events);
  isOver = true;
  const held = await disturbed;
  await untilSettled(db, before + accepted.length * ENDPOINTS);
  const { sessions, paths } = await receiver.arrivals();
  const arrived = sessions.map((session, i) => `${session} ${paths[i]}`);
  const distinct = new Set(arrived);
  const owed = accepted.flatMap((session) => Array.from({ length: ENDPOINTS }, (_, i) => `${session} /ok/${i}`));
  return { lost: owed.filter((key) => !distinct.has(key)).length, twice: arrived.length - distinct.size, held };
}

/** Spreads batches over the processes; what one does not answer is published again at another, under the same ids. */
async function publishAll(members: Member[], events: number): Promise<string[]> {
  const accepted: string[] = [];
  let left = events;
  const worker = async (first: number) => {
    while (left > 0) {
      const size = Math.min(BATCH, left);
      left -= size;
      const batch = Array.from({ length: size }, eventOf).map((event) => ({ ...event, event_id: event.session_uid }));
      for (let turn = first; ; turn += 1) {
        const isAccepted = await members[turn % members.length]?.load.publishOnce("bench", JSON.stringify(batch)).then(
          () => true,
          () => false,
        );
        if (isAccepted) break;
        await sleep(50);
      }
      accepted.push(...batch.map((event) => event.session_uid));
    }
  };
  await Promise.all(Array.from({ length: PROCESSES }, (_, i) => worker(i)));
  return accepted;
}

/** Kills one process after the other while the load goes on, each replaced; what they held at their deaths. */
async function killAtRandom(db: Database, url: string, members: Member[], isOver: () => boolean): Promise<number> {
  let held = 0;
  for (let kill = 0; kill < KILLS && !isOver(); kill += 1) {
    await sleep(300 + Math.random() * 700);
    const place = Math.floor(Math.random() * members.length);
    const member = members[place];
    if (member === undefined) continue;
    await member.service.kill();
    await member.load.close();
    held += (await db.one<{ held: number }>(COUNT_HELD, [member.service.pid])).held;
    members[place] = await startMember(url);
  }
  return held;
}

const COUNT_ALL = statement("bench_count_all", "select count(*) as delivered from settled_deliveries");

const COUNT_HELD = statement(
  "bench_count_held",
  `select count(*) as held from deliveries d join processes p on p.process_id = d.lease_process where p.pid = $1`,
);
