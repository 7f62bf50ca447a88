import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { generatedFiles } from "../../client/build/generate.ts";
import { OPERATIONS } from "../../client/src/generated/operations.ts";
import { ConsoleClient, OperatorClient, ShelfwireClient } from "../../client/src/index.ts";
import { ROOT } from "../tidy/source-tree.ts";

describe("the client and the API document", () => {
  it("has types that are made from the document as it is now", async () => {
    for (const [name, text] of Object.entries(await generatedFiles())) {
      const committed = readFileSync(join(ROOT, "client", "src", "generated", name), "utf8");
      expect(committed === text, `${name} is stale: npm run generate -w client`).toBe(true);
    }
  });

  it("reaches every operation of the document by a method of its own, and calls nothing else", async () => {
    const called = new Set((await everyCall()).map(operationOf));
    expect([...called].sort()).toEqual(Object.keys(OPERATIONS).sort());
  });
});

interface Sent {
  method: string;
  path: string;
}

/** The operation that answers a request; a path without places goes before one that has them. */
function operationOf({ method, path }: Sent): string {
  const matching = Object.entries(OPERATIONS)
    .filter((entry) => entry[1].method === method && pattern(entry[1].path).test(path))
    .sort((a, b) => a[1].path.split("{").length - b[1].path.split("{").length);
  return matching[0]?.[0] ?? `none of the document: ${method} ${path}`;
}

function pattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+")}$`);
}

/** What the clients send when each of their methods is called; the answer has every list that one of them reads. */
async function everyCall(): Promise<Sent[]> {
  const sent: Sent[] = [];
  const options = {
    baseUrl: "http://shelfwire.example",
    token: "t",
    retries: 0,
    fetch: async (input: string | URL | Request, init: RequestInit = {}) => {
      sent.push({ method: init.method ?? "GET", path: new URL(String(input)).pathname });
      return new Response(ANSWER, { headers: { "content-type": "application/json" } });
    },
  };
  const project = new ShelfwireClient({ ...options, projectName: "acme" });
  await Promise.all([...projectCalls(project), ...readCalls(project)].map((call) => call()));
  await Promise.all(operatorCalls(new OperatorClient(options)).map((call) => call()));
  await Promise.all(consoleCalls(new ConsoleClient(options)).map((call) => call()));
  return sent;
}

const LISTS = [
  "projects",
  "tokens",
  "values",
  "events",
  "deliveries",
  "endpoints",
  "jobs",
  "rejections",
  "groups",
  "stores",
];
const LINKS = { self: "", first: "", previous: "", next: "", last: "" };
const ANSWER = JSON.stringify({
  ...Object.fromEntries(LISTS.map((name) => [name, []])),
  status: "done",
  next_cursor: "",
  metadata: { page: 0, per_page: 1, page_count: 1, total_count: 0, links: LINKS },
});

function projectCalls(client: ShelfwireClient): (() => unknown)[] {
  const subscription = { url_list: ["https://hooks.acme.example/"], wave_type_list: ["all"] };
  return [
    () => client.getSubscription(),
    () => client.setSubscription(subscription),
    () => client.deleteSubscription(),
    () => client.listWaveTypes(),
    () => client.getAnalysisResult("/api/analysis-results/1?signature=x"),
    () => client.upload({ entityType: "store", file: new File(["a"], "a.csv") }),
    () => client.getJob("1"),
    () => client.waitForJob("1"),
    () => client.listJobs(),
    () => client.cancelJob("1"),
    () => client.listRejections("1"),
    () => client.rejectionGroups("1"),
    () => client.jobFile("1", "input"),
    () => client.jobFile("1", "parsed"),
    () => client.jobFile("1", "rejections"),
    () => client.jobFile("1", "rejections_xlsx"),
    () => client.deliveries.list(),
    () => client.deliveries.get("1"),
    () => client.deliveries.redeliver("1"),
    () => client.deliveries.redeliverMany({}),
    () => client.deliveries.endpoints(),
    () => client.deliveries.counts(),
    () => client.deliveries.sendTestEvent(),
    () => client.unknownLookups(),
  ];
}

function readCalls(client: ShelfwireClient): (() => unknown)[] {
  const lookups = [
    "store_type_name",
    "region_name",
    "district_name",
    "branch_name",
    "retailer_name",
    "state_code",
  ] as const;
  return [
    () => client.stores.page(),
    () => client.users.page(),
    () => client.routes.page(),
    ...[client.stores, client.users, client.routes].map((reader) => () => reader.export({ format: "csv" })),
    () => client.storeMap({ bbox: "-180,-90,180,90", cells: 8 }),
    ...lookups.map((type) => () => client.listLookups(type)),
    ...(["store", "user", "route"] as const).map((entity) => () => client.template(entity)),
  ];
}

function operatorCalls(client: OperatorClient): (() => unknown)[] {
  const deliveries = client.deliveriesOf("acme");
  return [
    () => client.service.isAlive(),
    () => client.service.isReady(),
    () => client.service.metrics(),
    () => client.service.openApiDocument(),
    () => client.listProjects(),
    () => client.createProject("acme"),
    () => client.getProject("acme"),
    () => client.changeProject("acme", {}),
    () => client.deleteProject("acme"),
    () => client.createToken("acme", { user_name: "ann" }),
    () => client.listTokens("acme"),
    () => client.revokeToken("acme", "1"),
    () => client.getLookups("acme", "region_name"),
    () => client.setLookups("acme", "region_name", []),
    () => client.addLookups("acme", "region_name", []),
    () => client.publish("acme", []),
    () => client.listEvents("acme"),
    () => client.stats(),
    () => client.projectStats("acme"),
    () => client.listJobs("acme"),
    () => deliveries.list(),
    () => deliveries.get("1"),
    () => deliveries.redeliver("1"),
    () => deliveries.redeliverMany({}),
    () => deliveries.endpoints(),
    () => deliveries.counts(),
    () => deliveries.sendTestEvent(),
  ];
}

function consoleCalls(client: ConsoleClient): (() => unknown)[] {
  return [
    () => client.overview({ range: "1h" }),
    () => client.overview({ range: "1h", project: "acme" }),
    () => client.projectSummaries(),
    () => client.unknownLookups("acme"),
    () => client.system(),
    () => client.audit(),
    () => client.projectAudit("acme"),
  ];
}
