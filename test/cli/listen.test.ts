import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATOR_TOKEN, startTestApp, type TestApp } from "../support/app.ts";
import { startReceiver } from "../support/receiver.ts";
import { type CommandEnd, runCommand } from "./run-command.ts";

let app: TestApp;
let token: string;
let secret: string;
const other = "http://127.0.0.1:2/other";

beforeAll(async () => {
  app = await startTestApp();
  const project = await app.createProject("calls");
  token = project.token;
  const changed = await app.operator("PATCH", "/api/operator/projects/calls", { signing: { generate: true } });
  secret = changed.json.signing.secrets[0];
});
afterAll(() => app.close());

/** `shelfwire listen` with these flags; `whenReady` runs as soon as it waits, and may end it. */
function listen(
  flags: string[],
  whenReady: (url: string, kill: (signal: NodeJS.Signals) => void) => Promise<void>,
): Promise<CommandEnd> {
  let isReady = false;
  return runCommand(["listen", "--port", "0", ...flags], {
    environment: { SHELFWIRE_URL: app.url, SHELFWIRE_PROJECT: "calls", SHELFWIRE_TOKEN: token },
    onStderr: (soFar, kill) => {
      if (isReady || !soFar.includes("Waiting for callbacks")) return;
      isReady = true;
      whenReady(/Listening on (\S+)/.exec(soFar)?.[1] ?? "", kill);
    },
  });
}

async function publish(session = randomUUID()): Promise<void> {
  const event = { session_uid: session, wave_type: "primary", analysis_result_url: "https://results.example/1.json" };
  await app.operator("POST", "/api/operator/projects/calls/analysis-results", event);
}

const subscription = () => app.as(token, "GET", "/api/notifier/public/calls/subscription");
const subscribe = (url_list: string[]) =>
  app.as(token, "PUT", "/api/notifier/public/calls/subscription", { url_list, wave_type_list: ["primary"] });

describe("shelfwire listen", () => {
  it("subscribes itself, shows a callback with its headers and its signature, and takes itself out again", async () => {
    const session = randomUUID();
    const end = await listen(["--subscribe", "--path", "/shelf?key=1", "--secret", secret, "--count", "1"], () =>
      publish(session),
    );
    expect(end.code).toBe(0);
    expect(end.stdout).toMatch(/^#1 {2}[\d:.]{12} {2}POST \/shelf\?key=1\n/);
    expect(end.stdout).toMatch(/^ {4}webhook-id: [0-9a-f-]{36}$/m);
    expect(end.stdout).toContain(`      "session_uid": "${session}",\n`);
    expect(end.stdout).toMatch(/^ {4}signature: good\n {4}answered: 204 after \d+ ms \(acknowledged\)$/m);
    expect(end.stdout).not.toContain("\u001b");
    expect(end.stderr).toMatch(/The subscription is deleted again\.\n$/);
    expect((await subscription()).status).toBe(404);
  });

  it("leaves others' URLs in the subscription, and what they change meanwhile", async () => {
    await subscribe([other]);
    const end = await listen(["--subscribe"], async (url, kill) => {
      expect((await subscription()).json.url_list).toEqual([other, url]);
      await subscribe([other, url, `${other}/more`]);
      kill("SIGINT");
    });
    expect(end.code).toBe(0);
    expect((await subscription()).json).toMatchObject({
      url_list: [other, `${other}/more`],
      wave_type_list: ["primary"],
    });
    await app.as(token, "DELETE", "/api/notifier/public/calls/subscription");
  });

  it("fails so many times as it is told, marks what comes again, and knows a wrong signature", async () => {
    const wrong = `whsec_${Buffer.alloc(32).toString("base64")}`;
    const flags = ["--subscribe", "--fail", "503", "--times", "1", "--secret", wrong, "--count", "2", "--json"];
    const end = await listen(flags, () => publish());
    const [first, second] = end.jsonLines();
    expect(first).toMatchObject({ number: 1, times_seen: 1, signature: "signature_wrong", answer: { status: 503 } });
    expect(second).toMatchObject({ number: 2, times_seen: 2, signature: "signature_wrong", answer: { status: 204 } });
    expect(second.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
    expect(second.body).toEqual(first.body);
  });

  it("passes callbacks on and answers as the other does, with the same headers and body", async () => {
    const target = await startReceiver([], { status: 418, body: "teapot" });
    const end = await listen(["--forward", `${target.url}/hook`, "--count", "1"], async (url) => {
      const answer = await fetch(url, { method: "POST", headers: { "webhook-id": "w-1" }, body: '{"a": 1}' });
      expect(answer.status).toBe(418);
      expect(await answer.text()).toBe("teapot");
    });
    expect(target.received[0]).toMatchObject({ url: "/hook", body: '{"a": 1}', headers: { "webhook-id": "w-1" } });
    expect(end.stdout).toContain("answered: 418 after");
    expect(end.stdout).toContain("signature: none");
    await target.close();
  });

  it("answers 502 where what it passes on to is away", async () => {
    const end = await listen(["--forward", "http://127.0.0.1:2/", "--count", "1"], async (url) => {
      expect((await fetch(url, { method: "POST", body: "not JSON\u001b[31m" })).status).toBe(502);
    });
    expect(end.stdout).toContain("ECONNREFUSED");
    expect(end.stdout).not.toContain("\u001b");
  });

  it("tells what a service on this machine needs, where it is refused", async () => {
    const strict = await startTestApp({
      environment: { SHELFWIRE_ALLOW_HTTP_CALLBACKS: "false", SHELFWIRE_ALLOWED_CALLBACK_NETWORKS: "" },
    });
    const project = await strict.createProject("strict");
    const environment = { SHELFWIRE_URL: strict.url, SHELFWIRE_PROJECT: "strict", SHELFWIRE_TOKEN: project.token };
    const end = await runCommand(["listen", "--subscribe", "--port", "0"], { environment });
    expect(end.code).toBe(1);
    expect(end.stderr).toContain("each value in url_list must be a public HTTPS URL");
    expect(end.stderr).toContain("SHELFWIRE_ALLOW_HTTP_CALLBACKS=true SHELFWIRE_ALLOWED_CALLBACK_NETWORKS=127.0.0.1");
    await strict.close();
  });

  it.each([
    [["--fail", "99"], /--fail: expected a status/],
    [["--times", "2"], /--times goes with --fail/],
    [["--forward", "localhost:3000"], /--forward localhost:3000: expected an address/],
    [["--secret", "abc"], /--secret: expected whsec_/],
    [["--public-url", "https://t.example"], /go with --subscribe/],
    [["--delay", "soon"], /expected a duration/],
  ])("refuses %j", async (flags, sentence) => {
    expect(await runCommand(["listen", ...flags])).toMatchObject({ code: 2, stderr: expect.stringMatching(sentence) });
  });

  it("says that a port is taken", async () => {
    const { url, close } = await startReceiver();
    const end = await runCommand(["listen", "--port", new URL(url).port]);
    expect(end).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/port \d+ is in use; choose another with --port/),
    });
    await close();
  });
});

describe("shelfwire delivery tail", () => {
  it("shows each delivery as it changes, each change once, until Ctrl-C", async () => {
    const receiver = await startReceiver([500], 204);
    await subscribe([receiver.url]);
    let isPublished = false;
    const environment = {
      SHELFWIRE_URL: app.url,
      SHELFWIRE_PROJECT: "calls",
      SHELFWIRE_OPERATOR_TOKEN: OPERATOR_TOKEN,
    };
    const [first, second] = [randomUUID(), randomUUID()];
    await publish(first);
    await receiver.waitFor(1);
    const end = await runCommand(["delivery", "tail", "--json", "--lines", "1", "--session", first], {
      environment,
      onStdout: (soFar, kill) => {
        if (!isPublished && soFar !== "") {
          isPublished = true;
          publish(second);
        }
        if (soFar.includes('"delivered"')) kill("SIGINT");
      },
    });
    expect(end.code).toBe(0);
    const states = end.jsonLines().map(({ status, attempts_made }) => `${status} ${attempts_made}`);
    expect(new Set(states).size).toBe(states.length);
    expect(states.at(-1)).toBe("delivered 2");
    expect(new Set(end.jsonLines().map(({ session_uid }) => session_uid))).toEqual(new Set([first]));
    await receiver.close();
  });
});
