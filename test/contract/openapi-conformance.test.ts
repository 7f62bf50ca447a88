import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { uploadingProject } from "../jobs/upload-form.ts";
import { ApiDocument, type Operation } from "../support/api-document.ts";
import { type ApiRequest, exampleRequest, type Known, schemeOf, sendRequest } from "../support/api-requests.ts";
import { OPERATOR_TOKEN, startTestApp, type TestApp } from "../support/app.ts";
import { publish, subscribe } from "../support/callbacks.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

let app: TestApp;
let api: ApiDocument;
let receiver: Receiver;
let known: Known;
let foreignToken: string;

beforeAll(async () => {
  receiver = await startReceiver();
  app = await startTestApp();
  api = await ApiDocument.of(app.url);
  foreignToken = (await app.createProject("stranger")).token;
  known = await installation();
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

/** A project with everything in it that an operation may ask for. */
async function installation(): Promise<Known> {
  const project = await uploadingProject(app, "acme", { payload_fields: ["store_number", "client_session_id"] });
  const { async_job_id } = await project.run({ file_format: "CSV", file: "store_number,store_name\n1,One\n" });
  await subscribe(app, project, [`${receiver.url}/callbacks`]);
  await publish(app, project, 1);
  const base = "/api/operator/projects/acme";
  await app.operator("POST", `${base}/analysis-results`, {
    ...{ session_uid: crypto.randomUUID(), wave_type: "primary", analysis_result: { facings: 3 } },
    ...{ store_number: "1", client_session_id: "visit" },
  });
  await receiver.waitFor(2);
  const token = await app.operator("POST", `${base}/tokens`, { user_name: "second" });
  const [one = "", two = ""] = await settledDeliveries(base);
  const stored = (await app.operator("GET", `${base}/analysis-results`)).json.events[0].analysis_result_url;
  const link = new URL(stored);
  return {
    tokens: { projectToken: project.token, operatorToken: OPERATOR_TOKEN },
    parameters: {
      ...{ version_number: "v4", project_name: "acme", type: "region_name" },
      ...{ async_job_id, delivery_id: one, "redeliverProjectDelivery.delivery_id": two, token_id: token.json.token_id },
      "getStoreMap.bbox": "-180,-85,180,85",
      event_uid: link.pathname.split("/").at(-1) ?? "",
      "getAnalysisResult.signature": link.searchParams.get("signature") ?? "",
    },
    bodies: {
      createProject: { name: "another", signing: { generate: true } },
      putSubscriptionPlural: { url_list: [`${receiver.url}/callbacks`], wave_type_list: ["all"] },
      putSubscription: { url_list: [`${receiver.url}/callbacks`], wave_type_list: ["all"] },
      issueToken: { user_name: "third" },
      sendTestEvent: {},
      sendProjectTestEvent: {},
    },
  };
}

async function settledDeliveries(base: string): Promise<string[]> {
  for (;;) {
    const { json } = await app.operator("GET", `${base}/deliveries?status=delivered`);
    if (json.deliveries.length === 2)
      return json.deliveries.map((delivery: { delivery_id: string }) => delivery.delivery_id);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function call(wanted: ApiRequest): Promise<number> {
  const answer = await sendRequest(app.url, wanted);
  expect([
    wanted.method,
    wanted.url,
    answer.text.slice(0, 200),
    api.complaints(wanted.method, wanted.url, answer),
  ]).toEqual([wanted.method, wanted.url, answer.text.slice(0, 200), []]);
  return answer.status;
}

/** What a call would destroy goes last. */
function inOrder(operations: readonly Operation[]): Operation[] {
  const rank = ({ id, method }: Operation) =>
    id === "deleteProject" ? 3 : method === "DELETE" ? 2 : method === "GET" ? 0 : 1;
  return operations.filter(({ id }) => !ELSEWHERE.has(id)).toSorted((a, b) => rank(a) - rank(b));
}

/** Operations whose success needs more than one request; they have tests below. */
const ELSEWHERE = new Set(["cancelAsyncJob"]);

describe("every operation", () => {
  it("answers 401 as documented without a token and with a wrong one", async () => {
    for (const operation of api.operations.filter((each) => schemeOf(each) !== undefined)) {
      const { authorization, ...headers } = exampleRequest(api, operation, known).headers;
      const wrongs: Record<string, string>[] = [
        {},
        { authorization: "Auth-Token x" },
        { authorization: "Bearer x" },
        { "auth-token": "x" },
      ];
      for (const wrong of wrongs) {
        const wanted = { ...exampleRequest(api, operation, known), headers: { ...headers, ...wrong } };
        expect([operation.id, await call(wanted)]).toEqual([operation.id, 401]);
      }
      expect(authorization).toBeDefined();
    }
  });

  it("answers 403 as documented to another project's token", async () => {
    for (const operation of api.operations.filter((each) => schemeOf(each) !== undefined)) {
      if (!operation.path.includes("{project_name}") && schemeOf(operation) === "projectToken") continue;
      const wanted = exampleRequest(api, operation, known);
      const headers = { ...wanted.headers, authorization: `Auth-Token ${foreignToken}` };
      expect([operation.id, await call({ ...wanted, headers })]).toEqual([operation.id, 403]);
    }
  });

  it("answers 404 as documented to a version, a project and a thing that do not exist", async () => {
    for (const [name, value] of [
      ["version_number", "v9"],
      ["async_job_id", "x"],
      ["delivery_id", "x"],
      ["token_id", "x"],
    ]) {
      for (const operation of api.operations.filter((each) => each.path.includes(`{${name}}`))) {
        const own = `${operation.id}.${name}`;
        const parameters = { ...known.parameters, [String(name)]: String(value), [own]: String(value) };
        const status = await call(exampleRequest(api, operation, { ...known, parameters }));
        expect([operation.id, status]).toEqual([operation.id, 404]);
      }
    }
    for (const operation of api.operations.filter((each) => each.path.includes("/operator/projects/{project_name}"))) {
      const parameters = { ...known.parameters, project_name: "nobody" };
      expect([operation.id, await call(exampleRequest(api, operation, { ...known, parameters }))]).toEqual([
        operation.id,
        404,
      ]);
    }
  });

  it("answers 400, 413 and 415 as documented to bodies that it does not take", async () => {
    for (const operation of api.operations.filter((each) => each.object.requestBody !== undefined)) {
      const wanted = exampleRequest(api, operation, known);
      const type = { ...wanted.headers, "content-type": "application/json" };
      const isForm = operation.id === "createAsyncJob";
      expect([operation.id, await call({ ...wanted, headers: type, body: "{" })]).toEqual([operation.id, 400]);
      expect([operation.id, await call({ ...wanted, headers: type, body: "[1]" })]).toEqual([operation.id, 400]);
      const xml = { ...wanted.headers, "content-type": "text/xml" };
      expect([operation.id, await call({ ...wanted, headers: xml, body: "<a/>" })]).toEqual([
        operation.id,
        isForm ? 400 : 415,
      ]);
      if (isForm || /Lookup|publish/.test(operation.id)) continue;
      const body = JSON.stringify({ name: "x".repeat(1_100_000) });
      expect([operation.id, await call({ ...wanted, headers: type, body })]).toEqual([operation.id, 413]);
    }
  });

  it("answers 405 with Allow to methods that its path lacks", async () => {
    for (const path of new Set(api.operations.map((operation) => operation.path))) {
      const methods = api.operations.filter((operation) => operation.path === path).map(({ method }) => method);
      const url = exampleRequest(
        api,
        api.operations.find((operation) => operation.path === path) ?? never(),
        known,
      ).url;
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE"].filter(
        (each) => !methods.includes(each),
      )) {
        expect([path, method, await call({ method, url, headers: {}, body: undefined })]).toEqual([path, method, 405]);
      }
    }
  });

  it("succeeds as documented with the examples of the document", { timeout: 120_000 }, async () => {
    const put = api.operations.find(({ id }) => id === "putSubscription") ?? never();
    for (const operation of inOrder(api.operations)) {
      // The other spelling has nothing left to delete otherwise.
      if (operation.id === "deleteSubscriptionPlural") await call(exampleRequest(api, put, known));
      const status = await call(exampleRequest(api, operation, known));
      expect([operation.id, status]).toEqual([operation.id, expect.toBeOneOf([200, 201, 202, 204])]);
    }
  });
});

function never(): never {
  throw new Error("there is no such operation");
}

describe("what takes more than one request", () => {
  it("cancels a job that waits, and not one that has ended", { timeout: 120_000 }, async () => {
    const idle = await startTestApp({ environment: { SHELFWIRE_ROLES: "api" } });
    try {
      const { token } = await idle.createProject("acme");
      const operation = (id: string) => api.operations.find((each) => each.id === id) ?? never();
      const tokens = { projectToken: token, operatorToken: OPERATOR_TOKEN };
      const parameters = { version_number: "v4", project_name: "acme" };
      const upload = exampleRequest(api, operation("createAsyncJob"), { tokens, parameters });
      const accepted = await sendRequest(idle.url, upload);
      expect([accepted.status, api.complaints("POST", upload.url, accepted)]).toEqual([202, []]);
      const { async_job_id } = JSON.parse(accepted.text);
      const cancel = exampleRequest(api, operation("cancelAsyncJob"), {
        tokens,
        parameters: { ...parameters, async_job_id },
      });
      for (const status of [200, 409]) {
        const answer = await sendRequest(idle.url, cancel);
        expect([answer.status, api.complaints("DELETE", cancel.url, answer)]).toEqual([status, []]);
      }
    } finally {
      await idle.close();
    }
  });

  it("sends callbacks with the documented body and headers", () => {
    const webhook = api.resolve(Object(api.document.webhooks).analysisResult);
    const { parameters, requestBody } = api.resolve(webhook.post);
    const { schema } = Object(Object(requestBody).content)["application/json"];
    expect(receiver.received.length).toBeGreaterThan(1);
    for (const { body, headers } of receiver.received) {
      expect(api.errorsOf(schema, JSON.parse(body))).toEqual([]);
      for (const { name, required } of Array.isArray(parameters) ? parameters : []) {
        if (required === true) expect(headers).toHaveProperty(name);
      }
    }
  });
});
