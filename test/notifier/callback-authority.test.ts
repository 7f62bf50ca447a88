import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import { startTestApp } from "../support/app.ts";
import { deliveriesOf, deliveryOf, publish, subscribe, until, untilAll } from "../support/callbacks.ts";

const TLS = join(import.meta.dirname, "..", "support", "tls");
const CA_FILE = join(TLS, "ca.pem");

describe("SHELFWIRE_CALLBACK_CA_FILE (docs/operating.md)", () => {
  const pem = (name: string) => readFileSync(join(TLS, name), "utf8");
  const server = createServer({ key: pem("receiver-key.pem"), cert: pem("receiver.pem") }, (message, answer) => {
    message.resume().on("end", () => answer.writeHead(204).end());
  });
  let url = "";
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  it("lets callbacks trust an authority of one's own", async () => {
    const app = await startTestApp({ environment: { SHELFWIRE_CALLBACK_CA_FILE: CA_FILE } });
    const project = await app.createProject("closed");
    await subscribe(app, project, [url]);
    await publish(app, project);
    expect(await untilAll(app, project, ["delivered"])).toHaveLength(1);
    await app.close();
  });

  it("is needed for that: callbacks trust the usual authorities only", async () => {
    const app = await startTestApp();
    const project = await app.createProject("open");
    await subscribe(app, project, [url]);
    await publish(app, project);
    const [delivery] = await until(async () => {
      const all = await deliveriesOf(app, project);
      return all.every(({ attempts_made }) => attempts_made > 0) && all;
    });
    const { attempts } = await deliveryOf(app, project, delivery?.delivery_id ?? "");
    expect(attempts[0]).toMatchObject({ outcome: "tls_failed", status_code: null });
    await app.close();
  });

  it("must name a file with certificates", () => {
    const mistakesOf = (file: string) => {
      const result = readConfig({ SHELFWIRE_CALLBACK_CA_FILE: file });
      return result.ok ? [] : result.mistakes;
    };
    expect(mistakesOf("/nowhere.pem")).toEqual([expect.stringContaining("a file that can be read")]);
    expect(mistakesOf(join(TLS, "receiver-key.pem"))).toEqual([expect.stringContaining("expected certificates")]);
    expect(mistakesOf(CA_FILE)).toEqual([]);
  });
});
