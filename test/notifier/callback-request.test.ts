import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { callbackRequest, signatures } from "../../src/notifier/callback-request.ts";
import type { LeasedDelivery } from "../../src/notifier/delivery-state.ts";
import { type Project, STANDARD_SETTINGS } from "../../src/projects/project.ts";

const NOW = Date.now();
const SERVICE = { source: "Shelfwire", userAgent: "Shelfwire/1.0" };
const OLD = `whsec_${Buffer.alloc(24, 1).toString("base64")}`;
const NEW = `whsec_${Buffer.alloc(64, 2).toString("base64")}`;

const delivery: LeasedDelivery = {
  deliveryId: "0199c0de-0000-7000-8000-000000000001",
  projectId: 1,
  endpointId: 1,
  sessionUid: "8b5c8a3e-54a5-4e4c-9c8e-0d2f6c0b7a11",
  analysisResultUrl: 'https://results.example/1.json?x="ü"',
  storeNumber: "0042",
  clientSessionId: "visit 7",
  url: "https://hooks.example/results?api_key=k",
  leaseToken: "0199c0de-0000-7000-8000-000000000002",
  round: 1,
  roundStartedAtMs: null,
  attemptsInRound: 0,
  attempts: 0,
};

describe('the POST of a callback (interface, "Notification payload" and endpoint 8; decisions, section 4)', () => {
  it("carries exactly the interface's keys", () => {
    const { body } = requestFor({});
    expect(JSON.parse(body)).toEqual({
      analysis_result_url: delivery.analysisResultUrl,
      session_uid: delivery.sessionUid,
      source: "Shelfwire",
    });
  });

  it.each([
    [["store_number"], { store_number: "0042" }],
    [["client_session_id"], { client_session_id: "visit 7" }],
    [["store_number", "client_session_id"], { store_number: "0042", client_session_id: "visit 7" }],
  ] as const)("adds %j where the project has them enabled", (payloadFields, expected) => {
    const { body } = requestFor({ payloadFields: [...payloadFields] });
    const { analysis_result_url, session_uid, source, ...optional } = JSON.parse(body);
    expect(optional).toEqual(expected);
    expect([analysis_result_url, session_uid, source].every((value) => typeof value === "string")).toBe(true);
  });

  it("leaves an enabled field out where the producer gave none", () => {
    const { body } = requestFor({ payloadFields: ["store_number", "client_session_id"] }, { storeNumber: null });
    expect(JSON.parse(body)).not.toHaveProperty("store_number");
    expect(JSON.parse(body)).toHaveProperty("client_session_id");
  });

  it("is JSON, names its sender, and has the id and time of Standard Webhooks, unsigned without a secret", () => {
    expect(requestFor({}).headers).toEqual({
      "content-type": "application/json",
      "user-agent": "Shelfwire/1.0",
      "webhook-id": delivery.deliveryId,
      "webhook-timestamp": String(Math.floor(NOW / 1_000)),
    });
  });

  it("sends the project's header, with its value as it is", () => {
    const { headers } = requestFor({ callbackAuth: { headerName: "X-API-Key", headerValue: "Key = 1" } });
    expect(headers["x-api-key"]).toBe("Key = 1");
  });

  it("never has one header twice, whatever name the project chose", () => {
    const { headers } = requestFor({ callbackAuth: { headerName: "User-Agent", headerValue: "theirs" } });
    expect(Object.keys(headers).filter((name) => name.toLowerCase() === "user-agent")).toEqual(["user-agent"]);
  });
});

describe("signatures (Standard Webhooks)", () => {
  it("equals the published example", () => {
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    expect(signatures([secret], "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, '{"test": 2432232314}')).toBe(
      "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    );
  });

  it.each([
    ["the one secret", [NEW], [NEW]],
    ["either of two while one is rotated", [NEW, OLD], [NEW, OLD]],
  ])("is accepted by an independent verifier with %s", (_, signingSecrets, verifiers) => {
    const { body, headers } = requestFor({ signingSecrets });
    for (const secret of verifiers) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  });

  it("is refused when the body, the id or the secret is another", () => {
    const { body, headers } = requestFor({ signingSecrets: [NEW] });
    expect(() => new Webhook(NEW).verify(body.replace("Shelfwire", "Shelfwyre"), headers)).toThrow();
    expect(() => new Webhook(NEW).verify(body, { ...headers, "webhook-id": "other" })).toThrow();
    expect(() => new Webhook(OLD).verify(body, headers)).toThrow();
  });
});

function requestFor(
  change: Partial<Pick<Project, "callbackAuth" | "signingSecrets">> & {
    payloadFields?: Project["settings"]["payloadFields"];
  },
  delivered: Partial<LeasedDelivery> = {},
) {
  const { payloadFields = [], callbackAuth = null, signingSecrets = [] } = change;
  const project: Project = {
    projectId: 1,
    name: "acme",
    settings: { ...STANDARD_SETTINGS, payloadFields },
    callbackAuth,
    signingSecrets,
    createdAt: new Date(NOW),
  };
  return callbackRequest({ ...delivery, ...delivered }, project, SERVICE, NOW);
}
