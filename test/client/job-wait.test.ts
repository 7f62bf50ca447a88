import { describe, expect, it } from "vitest";
import { ShelfwireClient } from "../../client/src/index.ts";

/** A service in a function: what it answers, and what it was asked with. */
function service(statuses: string[], onAsked: (url: URL) => void = () => {}) {
  const asked: string[] = [];
  const fetch = async (input: string | URL | Request) => {
    const url = new URL(String(input));
    asked.push(url.search);
    onAsked(url);
    return new Response(JSON.stringify({ status: statuses.shift() ?? "done" }));
  };
  const client = new ShelfwireClient({ baseUrl: "http://shelfwire.example", token: "t", projectName: "acme", fetch });
  return { client, asked };
}

describe("waitForJob", () => {
  it("lets the service hold the question until the job has ended", async () => {
    const { client, asked } = service(["done"]);
    expect((await client.waitForJob("1")).status).toBe("done");
    expect(asked).toEqual(["?wait=20"]);
  });

  it("shows the first record at once when somebody looks on, then one a second", async () => {
    const { client, asked } = service(["queued", "done"]);
    const seen: string[] = [];
    await client.waitForJob("1", { onProgress: ({ status }) => seen.push(status) });
    expect(seen).toEqual(["queued", "done"]);
    expect(asked).toEqual(["", "?wait=1"]);
  });

  it("asks at the pace it is told, without holding", async () => {
    const { client, asked } = service(["queued", "in progress", "failed"]);
    expect((await client.waitForJob("1", { pollMs: 1 })).status).toBe("failed");
    expect(asked).toEqual(["", "", ""]);
  });

  it("ends with the signal's reason", async () => {
    const stop = new AbortController();
    const { client } = service(["queued", "queued"], () => stop.abort(new Error("enough")));
    await expect(client.waitForJob("1", { pollMs: 60_000, signal: stop.signal })).rejects.toThrow("enough");
  });
});

describe("credentials", () => {
  const sentBy = async (options: object, url?: string) => {
    const requests: RequestInit[] = [];
    const client = new ShelfwireClient({
      baseUrl: "http://shelfwire.example",
      projectName: "acme",
      token: "",
      fetch: async (_input, init = {}) => {
        requests.push(init);
        return new Response("{}");
      },
      ...options,
    });
    if (url === undefined) await client.setSubscription({ url_list: [], wave_type_list: [] });
    else await client.download(url);
    const [{ headers, credentials } = {}] = requests;
    return { headers: Object.fromEntries(new Headers(headers)), credentials };
  };

  it("sends the token to the service and to nobody else", async () => {
    expect((await sentBy({ token: "secret" })).headers.authorization).toBe("Auth-Token secret");
    const abroad = await sentBy({ token: "secret" }, "http://files.example/rejections.json");
    expect(abroad.headers).not.toHaveProperty("authorization");
  });

  it("relies on the session's cookie, with its CSRF token for what changes something", async () => {
    const options = { token: undefined, session: true, csrfToken: () => "c5f" };
    const changing = await sentBy(options);
    expect(changing).toMatchObject({ credentials: "same-origin", headers: { "x-csrf-token": "c5f" } });
    expect(changing.headers).not.toHaveProperty("authorization");
    const reading = await sentBy(options, "/file");
    expect(reading.headers).not.toHaveProperty("x-csrf-token");
    expect((await sentBy(options, "http://files.example/file")).headers).not.toHaveProperty("x-csrf-token");
  });
});
