import { type Database, statement } from "../../src/db/database.ts";
import { DAY } from "../../src/lib/units.ts";

/** How far back the history goes. */
export const DAYS = 30;
/** The project that has most of everything; the others are small. */
export const GREAT = 1;
export const GREAT_NAME = "great";
export const PROJECTS = 20;
/** Of the great project: fails, so that what is owed to it waits. */
export const FAILING = 3;
/** Of the great project: sound, and there all the time. */
export const SOUND = 1;

/** Which URLs a project has or had. Days count back from now. */
export interface Endpoint {
  endpointId: number;
  projectId: number;
  url: string;
  sinceDays: number;
  removedDays: number | null;
}

/** The URL of a sound endpoint, of one long removed, and of one that was removed and came back: two endpoints. */
export const URLS = { sound: urlOf(SOUND), removed: urlOf(6), twice: urlOf(4), newest: urlOf(7) };

const OF_GREAT: [number: number, sinceDays: number, removedDays: number | null][] = [
  [1, DAYS, null],
  [2, DAYS, null],
  [3, DAYS, null],
  [4, DAYS, 12],
  [4, 12, null],
  [6, DAYS, 20],
  [7, 1, null],
  [8, DAYS, null],
];

/** All endpoints of all projects. */
export function allEndpoints(): Endpoint[] {
  const great = OF_GREAT.map(([number, sinceDays, removedDays], i) => ({
    ...{ endpointId: i + 1, projectId: GREAT, url: urlOf(number), sinceDays, removedDays },
  }));
  const others = Array.from({ length: 2 * (PROJECTS - 1) }, (_, i) => ({
    ...{ endpointId: great.length + 1 + i, projectId: 2 + (i >> 1), url: urlOf(100 + i) },
    ...{ sinceDays: DAYS, removedDays: null },
  }));
  return [...great, ...others];
}

/** Projects with their subscriptions. */
export async function fillProjects(db: Database, nowMs: number): Promise<void> {
  const endpoints = allEndpoints();
  const timeOf = (days: number | null) => (days === null ? null : new Date(nowMs - days * DAY));
  await db.execute(INSERT_PROJECTS, [PROJECTS, GREAT_NAME]);
  await db.run("insert into subscription_versions select project_id, 1 from projects");
  await db.run("insert into subscriptions select project_id, 'robin', array['all'], now() from projects");
  await db.execute(INSERT_ENDPOINTS, [
    endpoints.map(({ endpointId }) => endpointId),
    endpoints.map(({ projectId }) => projectId),
    endpoints.map(({ url }) => url),
    endpoints.map(({ sinceDays }) => timeOf(sinceDays)),
    endpoints.map(({ removedDays }) => timeOf(removedDays)),
  ]);
  await db.execute(LET_FAIL, [FAILING, new Date(nowMs - DAY / 4)]);
}

function urlOf(number: number): string {
  return `https://hooks.example/${number}`;
}

const INSERT_PROJECTS = statement(
  "bench_insert_projects",
  `insert into projects (name, settings, created_at, updated_at)
   select case when n = 1 then $2 else 'project-' || lpad(n::text, 2, '0') end, '{}', now(), now()
   from generate_series(1, $1::int) as n order by n`,
);

const INSERT_ENDPOINTS = statement(
  "bench_insert_endpoints",
  `insert into endpoints (endpoint_id, project_id, url, position, created_at, removed_at) overriding system value
   select id, project_id, url, id, since, removed
   from unnest($1::bigint[], $2::bigint[], $3::text[], $4::timestamptz[], $5::timestamptz[])
     as e (id, project_id, url, since, removed)`,
);

const LET_FAIL = statement(
  "bench_let_fail",
  `update endpoints set health = 'failing', consecutive_failures = 300, failures_since = $2, failing_since = $2
   where endpoint_id = $1`,
);
