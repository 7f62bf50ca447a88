import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { formatOf } from "../../client/src/file-format.ts";
import { fileOnDisk } from "../../client/src/node.ts";
import { ShelfwireClient } from "../../client/src/shelfwire-client.ts";
import { type Receiver, type Reply, startReceiver } from "../support/receiver.ts";

const folder = mkdtempSync(join(tmpdir(), "shelfwire-client-"));
afterAll(() => rmSync(folder, { recursive: true }));

const ACCEPTED: Reply = { status: 202, headers: { "content-type": "application/json" }, body: "{}" };

function clientOf(service: Receiver): ShelfwireClient {
  return new ShelfwireClient({ baseUrl: service.url, token: "t", projectName: "acme" });
}

async function uploaded(text: string, replies: Reply[] = []) {
  const path = join(folder, 'a "quoted" Ä.csv');
  writeFileSync(path, text);
  const service = await startReceiver(replies, ACCEPTED);
  const progress: number[] = [];
  let total = 0;
  await clientOf(service).upload({
    entityType: "store",
    file: await fileOnDisk(path),
    importMode: "validate_only",
    onProgress: ({ bytesSent, bytesTotal }) => {
      progress.push(bytesSent);
      total = bytesTotal;
    },
  });
  await service.close();
  return { calls: service.received, progress, total };
}

describe("uploads of the client (interface, 5)", () => {
  it("send a form with the file last, and its exact length before", async () => {
    const { calls } = await uploaded("store_number\n100\n");
    const [call] = calls;
    const boundary = /boundary=(.+)$/.exec(call?.headers["content-type"] ?? "")?.[1];
    const part = (name: string, value: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    expect(call?.url).toBe("/api/v4/acme/async-job?uploadType=multipart");
    expect(call?.body).toBe(
      `${part("entity_type", "store")}${part("file_format", "CSV")}${part("import_mode", "validate_only")}` +
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a %22quoted%22 Ä.csv"\r\n` +
        `Content-Type: application/octet-stream\r\n\r\nstore_number\n100\n\r\n--${boundary}--\r\n`,
    );
    expect(call?.headers["content-length"]).toBe(String(Buffer.byteLength(call?.body ?? "")));
    expect(call?.headers["transfer-encoding"]).toBeUndefined();
  });

  it("tell how many bytes are sent, up to all of them", async () => {
    const { progress, total } = await uploaded("x".repeat(3_000_000));
    expect(progress.length).toBeGreaterThan(3);
    expect(progress).toEqual(progress.toSorted((one, other) => one - other));
    expect(progress.at(-1)).toBe(total);
  });

  it("read the file anew for a repetition, with the same key", async () => {
    const busy: Reply = { status: 503, headers: { "retry-after": "0" } };
    const { calls } = await uploaded("store_number\n100\n", [busy]);
    expect(calls).toHaveLength(2);
    expect(calls[1]?.body.length).toBe(calls[0]?.body.length);
    expect(calls[1]?.headers["idempotency-key"]).toBe(calls[0]?.headers["idempotency-key"]);
  });

  it("take a File as browsers have it", async () => {
    const service = await startReceiver([], ACCEPTED);
    await clientOf(service).upload({ entityType: "user", file: new File(['[{"a":1}]'], "users.json") });
    expect(service.received[0]?.body).toContain('[{"a":1}]');
    expect(service.received[0]?.body).toContain('name="file_format"\r\n\r\nJSON\r\n');
    await service.close();
  });

  it.each([
    ["stores.csv", "CSV"],
    ["stores.txt", "CSV"],
    ["Stores.JSON", "JSON"],
    ["stores.ndjson", "JSON"],
    ["stores.zip", "CSV_ZIP"],
    ["stores.csv.gz", "CSV_ZIP"],
    ["stores.json.zip", "JSON_ZIP"],
    ["stores-json.zip", "JSON_ZIP"],
  ])("see in the name %s the format %s", (name, format) => {
    expect(formatOf(name)).toBe(format);
  });
});
