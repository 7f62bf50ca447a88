import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import worker from "../../../client/examples/worker-receiver.ts";
import { OperatorClient, ShelfwireClient } from "../../../client/src/index.ts";
import { OPERATOR_TOKEN, startTestApp, type TestApp } from "../../support/app.ts";
import { publish, until } from "../../support/callbacks.ts";
import { startReceiver } from "../../support/receiver.ts";

const EXAMPLES = join(import.meta.dirname, "..", "..", "..", "client", "examples");

let app: TestApp;
let project: { name: string; token: string };
let client: ShelfwireClient;
let secret: string;
const children: Example[] = [];

beforeAll(async () => {
  app = await startTestApp();
  project = await app.createProject("acme");
  client = new ShelfwireClient({ baseUrl: app.url, token: project.token, projectName: project.name });
  const operator = new OperatorClient({ baseUrl: app.url, token: OPERATOR_TOKEN });
  const { signing } = await operator.changeProject(project.name, { signing: { generate: true } });
  secret = signing?.secrets[0] ?? "";
});
afterEach(() => {
  for (const example of children.splice(0)) example.child.kill();
});
afterAll(() => app.close());

describe.each(["node", "express", "fastify"])("the example for %s", (name) => {
  it("receives what a service delivers, and refuses what somebody else sends", async () => {
    const example = await run(`${name}-receiver.ts`);
    const url = `http://127.0.0.1:${example.port}/shelf?key=5f1c`;
    await client.setSubscription({ url_list: [url], wave_type_list: ["all"] });
    const [session] = await publish(app, project);
    await until(
      async () => (await client.deliveries.list({ status: "delivered", session_uid: session })).deliveries[0],
    );
    expect(example.said()).toContain(`notified ${session}`);

    const forged = await fetch(url, { method: "POST", body: "{}", headers: { "content-type": "application/json" } });
    expect([forged.status, await forged.text()]).toEqual([
      401,
      "without webhook-id, webhook-timestamp, webhook-signature\n",
    ]);
  });

  it("acknowledges a copy without handling it again", async () => {
    const example = await run(`${name}-receiver.ts`);
    const copy = await capture();
    const send = () =>
      fetch(`http://127.0.0.1:${example.port}/shelf`, { method: "POST", body: copy.body, headers: copy.headers });
    expect([(await send()).status, (await send()).status]).toEqual([204, 204]);
    expect(example.said().split(`notified ${copy.session}`)).toHaveLength(2);
  });
});

describe("the example for workers", () => {
  it("takes the Request of a callback that a service has sent", async () => {
    const { body, headers } = await capture();
    const request = () => new Request("https://hooks.acme.example/shelf", { method: "POST", body, headers });
    expect((await worker.fetch(request(), { SHELFWIRE_SIGNING_SECRET: secret })).status).toBe(204);
    const other = new Request(request(), { body: `${body} ` });
    expect((await worker.fetch(other, { SHELFWIRE_SIGNING_SECRET: secret })).status).toBe(401);
  });
});

/** A callback as the service sends it, with its headers. */
async function capture(): Promise<{ session: string; body: string; headers: Record<string, string> }> {
  const catcher = await startReceiver();
  await client.setSubscription({ url_list: [catcher.url], wave_type_list: ["all"] });
  const [session = ""] = await publish(app, project);
  await catcher.waitFor(1);
  await catcher.close();
  const { body = "", headers = {} } = catcher.received[0] ?? {};
  const kept = ["content-type", "webhook-id", "webhook-timestamp", "webhook-signature"];
  return { session, body, headers: Object.fromEntries(kept.map((name) => [name, String(headers[name])])) };
}

interface Example {
  child: ChildProcess;
  port: number;
  said(): string;
}

/** Starts an example as a reader would, and waits until it listens. */
async function run(file: string): Promise<Example> {
  const env = { ...process.env, SHELFWIRE_SIGNING_SECRET: secret, PORT: "0" };
  const child = spawn(process.execPath, [join(EXAMPLES, file)], { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const port = await new Promise<number>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
        const match = /port: (\d+)/.exec(output);
        if (match) resolve(Number(match[1]));
      });
    }
    child.once("exit", (code) => reject(new Error(`ended with ${code}:\n${output}`)));
  });
  const example = { child, port, said: () => output };
  children.push(example);
  return example;
}
