import { randomUUID } from "node:crypto";
import { Pool } from "undici";
import { OPERATOR_TOKEN } from "./service-process.ts";

const HEADERS = { authorization: `Auth-Token ${OPERATOR_TOKEN}`, "content-type": "application/json" };

/** A producer: creates projects, subscribes, publishes. */
export class Load {
  readonly #pool: Pool;

  constructor(url: string, connections = 32) {
    this.#pool = new Pool(url, { connections });
  }

  /** A project that sends signed callbacks to these URLs. */
  async createProject(name: string, urls: string[]): Promise<void> {
    await this.#ask("POST", "/api/operator/projects", { name, rate_limit: 1_000_000, signing: { generate: true } });
    const issued = await this.#ask("POST", `/api/operator/projects/${name}/tokens`, { user_name: "bench" });
    const { token } = JSON.parse(issued);
    const headers = { ...HEADERS, authorization: `Auth-Token ${token}` };
    const path = `/api/notifier/public/${name}/subscription`;
    await this.#ask("PUT", path, { url_list: urls, wave_type_list: ["all"] }, headers);
  }

  /** Publishes `count` events in batches, so many requests at a time; resolves when all are accepted. */
  async publish(project: string, count: number, options: { batch: number; concurrency: number }): Promise<void> {
    await this.publishAll(project, bodiesOf(count, options.batch), options.concurrency);
  }

  /** The same with bodies made beforehand, so that making them takes nothing from the service that is measured. */
  async publishAll(project: string, bodies: readonly string[], concurrency: number): Promise<void> {
    let next = 0;
    const worker = async () => {
      for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) await this.publishOnce(project, body);
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
  }

  /** One request; throws when it was not accepted. */
  async publishOnce(project: string, body: string): Promise<void> {
    const path = `/api/operator/projects/${project}/analysis-results`;
    const { status, text } = await this.#post(path, body);
    if (status !== 202) throw new Error(`${status} ${text}`);
  }

  /** By the client's lowest interface: what the load costs is taken from the service on the same machine. */
  #post(path: string, body: string): Promise<{ status: number; text: string }> {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
    let status = 0;
    let text = "";
    this.#pool.dispatch(
      { method: "POST", path, headers: HEADERS, body },
      {
        onRequestStart() {},
        onResponseStart(_, code) {
          status = code;
        },
        onResponseData(_, chunk) {
          text += chunk.toString("latin1");
        },
        onResponseEnd: () => resolve({ status, text }),
        onResponseError: (_, error) => reject(error),
      },
    );
    return promise;
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  async #ask(method: "POST" | "PUT", path: string, body: object, headers = HEADERS): Promise<string> {
    const answer = await this.#pool.request({ method, path, headers, body: JSON.stringify(body) });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
    return text;
  }
}

/** The bodies of publishes of `count` events in all. */
export function bodiesOf(count: number, batch: number): string[] {
  const bodies: string[] = [];
  for (let left = count; left > 0; left -= batch) {
    const events = Array.from({ length: Math.min(batch, left) }, eventOf);
    bodies.push(JSON.stringify(events.length === 1 ? events[0] : events));
  }
  return bodies;
}

export function eventOf(): { session_uid: string; wave_type: string; analysis_result_url: string } {
  const session = randomUUID();
  return {
    session_uid: session,
    wave_type: "primary",
    analysis_result_url: `https://results.example.com/sessions/${session}/analysis-result.json`,
  };
}
