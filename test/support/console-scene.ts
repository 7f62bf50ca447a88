import { randomUUID } from "node:crypto";
import type { TestApp } from "./app.ts";
import { type Receiver, startReceiver } from "./receiver.ts";

/** A project at work: stores from a real upload with some bad rows, a subscription, and callbacks that really went out. */
export interface Scene {
  project: string;
  token: string;
  receiver: Receiver;
  jobId: string;
}

const LOOKUPS = { store_type_name: ["Grocery", "Pharmacy"], region_name: ["East", "West"] };
const KEY = "?key=receivers-secret";
const REJECTED_EACH = 7;

/** Sets the scene in a project of this name: `stores` rows, of which each seventh names an unknown store type. */
export async function setScene(app: TestApp, project: string, { stores = 40, events = 5 } = {}): Promise<Scene> {
  const { token } = await app.createProject(project);
  for (const [type, values] of Object.entries(LOOKUPS)) {
    await app.operator("PUT", `/api/operator/projects/${project}/lookups/${type}`, { values });
  }
  const jobId = await uploadStores(app, { project, token }, stores);
  const receiver = await startReceiver();
  const body = { url_list: [receiver.url + KEY], wave_type_list: ["all"] };
  await app.as(token, "PUT", `/api/notifier/public/${project}/subscription`, body);
  if (events > 0) {
    await publish(app, project, events);
    await receiver.waitFor(events);
  }
  return { project, token, receiver, jobId };
}

export async function publish(app: TestApp, project: string, events: number): Promise<void> {
  const body = Array.from({ length: events }, (_, index) => ({
    session_uid: randomUUID(),
    wave_type: "primary",
    analysis_result_url: `https://results.example/${index}.json`,
  }));
  const answer = await app.operator("POST", `/api/operator/projects/${project}/analysis-results`, body);
  if (answer.status !== 202) throw new Error(answer.text);
}

async function uploadStores(app: TestApp, { project, token }: { project: string; token: string }, stores: number) {
  const rows = Array.from({ length: stores }, (_, index) => ({
    store_number: String(index + 1).padStart(4, "0"),
    store_name: `Store ${index + 1}`,
    store_type_name: index % REJECTED_EACH === 0 ? "Kiosk" : "Grocery",
    region_name: index % 2 === 0 ? "East" : "West",
    street: `${index + 1} High Street`,
    city: "Springfield",
    latitude: 40 + index / 100,
    longitude: -90 + index / 50,
  }));
  const form = new FormData();
  form.set("entity_type", "store");
  form.set("file_format", "JSON");
  form.set("file", new Blob([JSON.stringify(rows)]), "stores.json");
  const headers = { "auth-token": token };
  const response = await fetch(`${app.url}/api/v4/${project}/async-job?uploadType=multipart`, {
    method: "POST",
    headers,
    body: form,
  });
  const { async_job_id: jobId } = await response.json();
  for (;;) {
    const job = await app.as(token, "GET", `/api/v4/${project}/async-job/status/${jobId}`);
    if (job.json.status === "done") return String(jobId);
    if (job.json.status === "failed") throw new Error(job.text);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
