import { afterEach, describe, expect, it } from "vitest";
import { ShelfwireClient } from "../../client/src/shelfwire-client.ts";
import { type Receiver, type Reply, startReceiver } from "../support/receiver.ts";

let service: Receiver;
afterEach(() => service.close());

const PATH = "/api/v4/acme/entity/store";

function pageOf(key: string, numbers: string[], next: string): Reply {
  const metadata = { page: 0, per_page: 2, page_count: 2, total_count: 3, links: { next } };
  const body = JSON.stringify({ metadata, [key]: numbers.map((store_number) => ({ store_number })) });
  return { status: 200, headers: { "content-type": "application/json" }, body };
}

async function clientOf(replies: Reply[]): Promise<ShelfwireClient> {
  service = await startReceiver(replies, 500);
  return new ShelfwireClient({ baseUrl: service.url, token: "t", projectName: "acme" });
}

async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe("paged reads of the client (decisions, section 7)", () => {
  it.each(["stores", "store"])("follow links.next until it is empty, whether the list is %s or not", async (key) => {
    const next = `${PATH}?page=1&per_page=2&marker=x`;
    const client = await clientOf([pageOf(key, ["1", "2"], next), pageOf(key, ["3"], "")]);
    const stores = await allOf(client.stores.all({ per_page: 2, city: "Lyon" }));
    expect(stores.map(({ store_number }) => store_number)).toEqual(["1", "2", "3"]);
    expect(service.received.map(({ url }) => url)).toEqual([`${PATH}?per_page=2&city=Lyon`, next]);
  });

  it("fetch no page that nobody asked for", async () => {
    const client = await clientOf([pageOf("stores", ["1", "2"], `${PATH}?page=1`)]);
    for await (const store of client.stores.all()) {
      expect(store.store_number).toBe("1");
      break;
    }
    expect(service.received).toHaveLength(1);
  });

  it("find one by its key, deleted or not, and answer undefined for none", async () => {
    const client = await clientOf([pageOf("stores", ["7/8"], ""), pageOf("stores", [], "")]);
    expect(await client.stores.get("7/8")).toEqual({ store_number: "7/8" });
    expect(await client.stores.get("9")).toBeUndefined();
    expect(service.received[0]?.url).toBe(`${PATH}?store_number=7%2F8&is_deleted=any&per_page=1`);
  });
});
