import { GREAT_NAME, URLS } from "../filling/endpoints.ts";

/** Things of the great project that addresses name. */
export interface Examples {
  /** A job with many rejections. */
  jobId: string;
  delivered: string;
  dead: string;
  sessionUid: string;
  /** A time in the middle of the month, ISO 8601, and one an hour later. */
  from: string;
  to: string;
  /** The place of a list's page in the middle of the month. */
  cursor: string;
  lastStorePage: number;
}

/** A page of the console, with what follows `/console`. */
export interface ConsolePage {
  name: string;
  path: string;
}

/** What the operator opens. */
export function operatorPages(examples: Examples): ConsolePage[] {
  const ranges = ["1h", "24h", "7d", "30d"];
  const tabs = ["settings", "tokens", "lookups"];
  return [
    ...ranges.map((range) => ({ name: `overview, ${range}`, path: `/?range=${range}` })),
    { name: "projects", path: "/projects" },
    ...tabs.map((tab) => ({ name: `a project: ${tab}`, path: `/projects/${GREAT_NAME}?tab=${tab}` })),
    ...ranges.map((range) => ({ name: `overview of a project, ${range}`, path: `/p/${GREAT_NAME}?range=${range}` })),
    ...projectPages(examples),
    { name: "system", path: "/system" },
    { name: "audit log", path: "/audit" },
    { name: "audit log, of one user", path: "/audit?user=user%207" },
    { name: "audit log, one rare action", path: "/audit?action=token.create" },
    { name: "audit log, of a project", path: "/audit?project=project-07" },
    { name: "audit log, of a user who is not there", path: "/audit?user=nobody" },
  ];
}

/** What a project's people open of it; the operator sees the same. */
export function projectPages(examples: Examples): ConsolePage[] {
  const at = (part: string) => `/p/${GREAT_NAME}/${part}`;
  return [
    { name: "subscription", path: at("subscription") },
    ...deliveryPages(examples),
    { name: "jobs", path: at("jobs") },
    { name: "jobs, failed", path: at("jobs?status=failed") },
    { name: "jobs, of users, page 20", path: at("jobs?entity=user&page=20") },
    { name: "a job with 25,000 rejections", path: at(`jobs/${examples.jobId}`) },
    { name: "its rejections, of one kind, page 100", path: at(`jobs/${examples.jobId}?code=unknown_lookup&page=100`) },
    ...entityPages(examples),
    { name: "changes", path: at("audit") },
  ];
}

function deliveryPages(examples: Examples): ConsolePage[] {
  const { sessionUid, from, to, cursor } = examples;
  const session = `session=${sessionUid}`;
  const urlOf = (url: string) => `url=${encodeURIComponent(url)}`;
  const filters = {
    "": "",
    ", pending": "status=pending",
    ", leased": "status=leased",
    ", delivered": "status=delivered",
    ", dead": "status=dead",
    ", cancelled": "status=cancelled",
    ", of an endpoint": urlOf(URLS.sound),
    ", of a new endpoint": urlOf(URLS.newest),
    ", of a removed endpoint": urlOf(URLS.removed),
    ", of a URL that came back": urlOf(URLS.twice),
    ", dead, of an endpoint": `status=dead&${urlOf(URLS.sound)}`,
    ", dead, of a removed endpoint": `status=dead&${urlOf(URLS.removed)}`,
    ", pending, of an endpoint": `status=pending&${urlOf(URLS.sound)}`,
    ", delivered, of a URL that came back": `status=delivered&${urlOf(URLS.twice)}`,
    ", cancelled, of an endpoint": `status=cancelled&${urlOf(URLS.sound)}`,
    ", of a session": session,
    ", of a session that is not there": "session=00000000-0000-4000-8000-000000000000",
    ", dead, of a session": `status=dead&${session}`,
    ", of a session and an endpoint": `${session}&${urlOf(URLS.sound)}`,
    ", last 15 minutes": "since=15m",
    ", last 7 days, dead": "since=7d&status=dead",
    ", an hour in mid-month": `from=${from}&to=${to}`,
    ", an endpoint's hour in mid-month": `from=${from}&to=${to}&${urlOf(URLS.sound)}`,
    ", an older page": `cursor=${encodeURIComponent(cursor)}`,
    ", an older page, dead": `status=dead&cursor=${encodeURIComponent(cursor)}`,
    ", with a delivered one open": `open=${examples.delivered}`,
    ", with a dead one open": `open=${examples.dead}`,
  };
  return Object.entries(filters).map(([name, query]) => ({
    name: `deliveries${name}`,
    path: `/p/${GREAT_NAME}/deliveries${query === "" ? "" : `?${query}`}`,
  }));
}

function entityPages({ lastStorePage }: Examples): ConsolePage[] {
  const queries = {
    stores: "stores",
    "stores, by name": "stores?sort=store_name",
    "stores, by city, descending": "stores?sort=-city",
    "stores, last changed first": "stores?sort=-last_update_time",
    "stores, of a region": "stores?region_name=East",
    "stores, of a district and a type": "stores?district_name=District%207&store_type_name=Pharmacy",
    "stores, of a region, by city": "stores?region_name=East&sort=city",
    "stores, deleted": "stores?is_deleted=true",
    "stores, searched, many": "stores?q=market",
    "stores, searched, few": "stores?q=City%204711",
    "stores, searched, none": "stores?q=nowhere",
    "stores, last page": `stores?page=${lastStorePage}`,
    "stores, with one open": "stores?open=ST-00000042",
    "stores on the map": "stores?view=map",
    "stores on the map, of a region": "stores?view=map&region_name=West",
    "stores on the map, searched": "stores?view=map&q=City%2047",
    users: "users",
    "users, searched": "users?q=robin%2077",
    "users, by last name": "users?sort=last_name",
    routes: "routes",
    "routes, searched": "routes?q=R77",
  };
  return Object.entries(queries).map(([name, rest]) => ({ name, path: `/p/${GREAT_NAME}/${rest}` }));
}
