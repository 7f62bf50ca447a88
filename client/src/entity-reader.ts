import type { Caller } from "./caller.ts";
import type { Page, PageMetadata, ReadQuery } from "./types.ts";

export interface ExportOptions {
  format: "ndjson" | "csv";
  query?: ReadQuery;
  signal?: AbortSignal;
}

/** Reads one kind of paged list: stores, users, routes or lookups (decisions, section 7). */
export class EntityReader<T> {
  readonly #caller: Caller;
  readonly #path: string;
  readonly #keyField: string;

  constructor(caller: Caller, path: string, keyField: string) {
    this.#caller = caller;
    this.#path = path;
    this.#keyField = keyField;
  }

  /** One page, the first by default. */
  async page(query: ReadQuery = {}, options: { signal?: AbortSignal } = {}): Promise<Page<T>> {
    return pageOf(await this.#caller.json({ method: "GET", path: this.#path, query, signal: options.signal }));
  }

  /** Page after page, following `links.next` until it is empty. */
  async *pages(query: ReadQuery = {}, options: { signal?: AbortSignal } = {}): AsyncGenerator<Page<T>, void, void> {
    let page = await this.page(query, options);
    yield page;
    while (page.metadata.links.next !== "") {
      const path = page.metadata.links.next;
      page = pageOf<T>(await this.#caller.json({ method: "GET", path, signal: options.signal }));
      yield page;
    }
  }

  /** Item after item over all pages. */
  async *all(query: ReadQuery = {}, options: { signal?: AbortSignal } = {}): AsyncGenerator<T, void, void> {
    for await (const page of this.pages(query, options)) yield* page.items;
  }

  /**
   * Everything that matches, as one stream of JSON lines or CSV: the body of the answer. `page` and `per_page` have no
   * place in the query.
   */
  export({ format, query = {}, signal }: ExportOptions): Promise<Response> {
    const headers = { accept: format === "csv" ? "text/csv" : "application/x-ndjson" };
    return this.#caller.send({ method: "GET", path: `${this.#path}/export`, query, headers, signal });
  }

  /** The one with this key, deleted or not; undefined where there is none. */
  async get(key: string, options: { signal?: AbortSignal } = {}): Promise<T | undefined> {
    const page = await this.page({ [this.#keyField]: key, is_deleted: "any", per_page: 1 }, options);
    return page.items[0];
  }
}

/** The list has a name of its own in each envelope, and in some projects the singular one. */
function pageOf<T>(body: { metadata: PageMetadata } & Record<string, unknown>): Page<T> {
  const { metadata, ...rest } = body;
  const list: unknown = Object.values(rest).find((member) => Array.isArray(member));
  return { metadata, items: isList<T>(list) ? list : [] };
}

/** The door where the items of an envelope get their type. */
function isList<T>(value: unknown): value is T[] {
  return Array.isArray(value);
}
