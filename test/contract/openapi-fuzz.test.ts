import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { uploadingProject } from "../jobs/upload-form.ts";
import { requestsTo } from "../support/api-arbitraries.ts";
import { ApiDocument } from "../support/api-document.ts";
import { type Known, sendRequest } from "../support/api-requests.ts";
import { OPERATOR_TOKEN, startTestApp, type TestApp } from "../support/app.ts";

/** `npm run test:fuzz` draws more requests, other ones each time; FUZZ_SEED draws the same again. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 1_200);
const SEED = Number(process.env.FUZZ_SEED ?? (process.env.FUZZ_RUNS === undefined ? 20_261_121 : Date.now() % 2 ** 31));

let app: TestApp;
let api: ApiDocument;
let known: Known;

beforeAll(async () => {
  app = await startTestApp();
  api = await ApiDocument.of(app.url);
  const project = await uploadingProject(app, "acme");
  const { async_job_id } = await project.run({ file_format: "CSV", file: "store_number,store_name\n1,One\n" });
  // What operators do to it must not end the requests of the other.
  const victim = await app.createProject("victim");
  const { json } = await app.operator("POST", "/api/operator/projects/victim/tokens", { user_name: "x" });
  const parameters: Record<string, string> = { version_number: "v4", project_name: "acme", async_job_id };
  for (const { id, path } of api.operations.filter((operation) => operation.path.includes("/operator/"))) {
    if (path.includes("{project_name}")) parameters[`${id}.project_name`] = "victim";
  }
  parameters.token_id = json.token_id;
  expect(victim.token).not.toBe("");
  known = { tokens: { projectToken: project.token, operatorToken: OPERATOR_TOKEN }, parameters };
});
afterAll(() => app.close());

it("answers every request, however odd, as documented, and none with a fault", {
  timeout: 24 * 3_600_000,
}, async () => {
  const statuses = new Map<number, number>();
  const requests = fc.constantFrom(...api.operations).chain((operation) => requestsTo(api, operation, known));
  await fc.assert(
    fc.asyncProperty(requests, async (wanted) => {
      const answer = await sendRequest(app.url, wanted);
      const seen = answer.text.slice(0, 300);
      expect({ seen, faults: answer.status >= 500 ? [answer.status] : [] }).toEqual({ seen, faults: [] });
      expect({ seen, complaints: api.complaints(wanted.method, wanted.url, answer) }).toEqual({ seen, complaints: [] });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 204) await app.operator("POST", "/api/operator/projects", { name: "victim" });
    }),
    { seed: SEED, numRuns: RUNS, verbose: 1 },
  );
  // A fuzzer that is refused at the door tests nothing.
  expect((statuses.get(200) ?? 0) / RUNS).toBeGreaterThan(0.2);
});
