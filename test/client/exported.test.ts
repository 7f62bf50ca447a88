import { describe, expect, it } from "vitest";
import { ShelfwireClient } from "../../client/src/index.ts";

describe("reading an export item by item", () => {
  it("finds lines wherever the network cuts them, also within a character", async () => {
    const stores = [{ store_number: "1", city: "Zürich" }, { store_number: "2", city: "東京" }, { store_number: "3" }];
    const bytes = new TextEncoder().encode(stores.map((store) => JSON.stringify(store)).join("\n"));
    for (const size of [1, 2, 3, 7, 1_000]) {
      const read = [];
      for await (const store of clientOver(cut(bytes, size)).stores.exported()) read.push(store);
      expect(read).toEqual(stores);
    }
  });

  it("lets the connection go when its reader stops early", async () => {
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('{"store_number":"1"}\n')),
      cancel: () => {
        isCancelled = true;
      },
    });
    for await (const store of clientOver(endless).stores.exported()) {
      expect(store.store_number).toBe("1");
      break;
    }
    expect(isCancelled).toBe(true);
  });

  it("asks for fields with commas and for filters several times", async () => {
    const asked: string[] = [];
    const client = clientOver(cut(new Uint8Array(), 1), asked);
    for await (const _ of client.stores.exported({ fields: ["store_number", "city"], city: ["A", "B"] })) break;
    expect(asked).toEqual([
      "/api/v4/acme/entity/store/export?city=A&city=B&fields=store_number%2Ccity application/x-ndjson",
    ]);
  });
});

function clientOver(body: ReadableStream<Uint8Array>, asked: string[] = []): ShelfwireClient {
  return new ShelfwireClient({
    baseUrl: "http://shelfwire.example",
    token: "t",
    projectName: "acme",
    fetch: async (input, init) => {
      const { pathname, search } = new URL(String(input));
      asked.push(`${pathname}${search} ${new Headers(init?.headers).get("accept")}`);
      return new Response(body);
    },
  });
}

function cut(bytes: Uint8Array, size: number): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}
