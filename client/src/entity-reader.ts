import type { Caller } from "./caller.ts";
import { jsonLines } from "./json-lines.ts";
import type { QueryValue } from "./operation.ts";
import type { Page, PageMetadata, ReadQuery } from "./types.ts";

export interface ExportOptions {
  format: "ndjson" | "csv";
  query?: ReadQuery;
  signal?: AbortSignal;
}

interface Abortable {
  signal?: AbortSignal;
}

interface Fields<Field> {
  fields: readonly Field[];
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
  page<Field extends keyof T & string>(
    query: ReadQuery & Fields<Field>,
    options?: Abortable,
  ): Promise<Page<Pick<T, Field>>>;
  page(query?: ReadQuery, options?: Abortable): Promise<Page<T>>;
  async page(query: ReadQuery = {}, { signal }: Abortable = {}): Promise<Page<T>> {
    return pageOf(await this.#caller.json({ method: "GET", path: this.#path, query: flat(query), signal }));
  }

  /** Page after page, following `links.next` until it is empty. */
  pages<Field extends keyof T & string>(
    query: ReadQuery & Fields<Field>,
    options?: Abortable,
  ): AsyncGenerator<Page<Pick<T, Field>>, void, void>;
  pages(query?: ReadQuery, options?: Abortable): AsyncGenerator<Page<T>, void, void>;
  async *pages(query: ReadQuery = {}, options: Abortable = {}): AsyncGenerator<Page<T>, void, void> {
    let page = await this.page(query, options);
    yield page;
    while (page.metadata.links.next !== "") {
      const path = page.metadata.links.next;
      page = pageOf<T>(await this.#caller.json({ method: "GET", path, signal: options.signal }));
      yield page;
    }
  }

  /** Item after item over all pages. */
  all<Field extends keyof T & string>(
    query: ReadQuery & Fields<Field>,
    options?: Abortable,
  ): AsyncGenerator<Pick<T, Field>, void, void>;
  all(query?: ReadQuery, options?: Abortable): AsyncGenerator<T, void, void>;
  async *all(query: ReadQuery = {}, options: Abortable = {}): AsyncGenerator<T, void, void> {
    for await (const page of this.pages(query, options)) yield* page.items;
  }

  /**
   * Everything that matches, as one stream of JSON lines or CSV: the body of the answer. `page` and `per_page` have no
   * place in the query.
   */
  export({ format, query = {}, signal }: ExportOptions): Promise<Response> {
    const headers = { accept: format === "csv" ? "text/csv" : "application/x-ndjson" };
    const path = `${this.#path}/export`;
    return this.#caller.send({ method: "GET", path, query: flat(query), headers, signal });
  }

  /**
   * Item after item of an export: one request and one state of the data, whatever jobs end meanwhile. What a broken
   * connection cuts off is thrown as the error of its reading.
   */
  exported<Field extends keyof T & string>(
    query: ReadQuery & Fields<Field>,
    options?: Abortable,
  ): AsyncGenerator<Pick<T, Field>, void, void>;
  exported(query?: ReadQuery, options?: Abortable): AsyncGenerator<T, void, void>;
  async *exported(query: ReadQuery = {}, { signal }: Abortable = {}): AsyncGenerator<T, void, void> {
    const response = await this.export({ format: "ndjson", query, signal });
    if (response.body !== null) yield* jsonLines<T>(response.body);
  }

  /** The one with this key, deleted or not; undefined where there is none. */
  async get(key: string, options: Abortable = {}): Promise<T | undefined> {
    const page = await this.page({ [this.#keyField]: key, is_deleted: "any", per_page: 1 }, options);
    return page.items[0];
  }
}

/** The fields to show are one value, with commas; several values of a filter are several parameters. */
function flat({ fields, ...query }: ReadQuery): Record<string, QueryValue> {
  return { ...query, fields: typeof fields === "object" ? fields.join(",") : fields };
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
