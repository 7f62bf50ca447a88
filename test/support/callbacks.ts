import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { TestApp } from "./app.ts";

/** A delivery as the operator API shows it, with its attempts. */
export interface SeenDelivery {
  delivery_id: string;
  session_uid: string;
  status: string;
  reason: string | null;
  url: string;
  attempts_made: number;
  round: number;
  next_attempt_time: string | null;
  complete_time: string | null;
  attempts: {
    number: number;
    round: number;
    start_time: string;
    duration_ms: number;
    outcome: string;
    status_code: number | null;
    answer: string | null;
  }[];
}

const operatorPath = (project: string) => `/api/operator/projects/${project}`;

/** Sets the project's subscription. */
export async function subscribe(
  app: TestApp,
  project: { name: string; token: string },
  urls: string[],
  waveTypes: string[] = ["all"],
): Promise<void> {
  const path = `/api/notifier/public/${project.name}/subscription`;
  const answer = await app.as(project.token, "PUT", path, { url_list: urls, wave_type_list: waveTypes });
  if (answer.status !== 200) throw new Error(answer.text);
}

/** Publishes so many results; their sessions, in order. */
export async function publish(app: TestApp, project: { name: string }, count = 1): Promise<string[]> {
  const sessions = Array.from({ length: count }, () => randomUUID());
  const body = sessions.map((session) => ({
    session_uid: session,
    wave_type: "primary",
    analysis_result_url: "https://results.example/1.json",
  }));
  const answer = await app.operator("POST", `${operatorPath(project.name)}/analysis-results`, body);
  if (answer.status !== 202) throw new Error(answer.text);
  return sessions;
}

/** All deliveries of the project that match the query, oldest first. */
export async function deliveriesOf(app: TestApp, project: { name: string }, query = ""): Promise<SeenDelivery[]> {
  const answer = await app.operator("GET", `${operatorPath(project.name)}/deliveries?limit=1000&${query}`);
  return answer.json.deliveries.toReversed();
}

export async function deliveryOf(app: TestApp, project: { name: string }, deliveryId: string): Promise<SeenDelivery> {
  return (await app.operator("GET", `${operatorPath(project.name)}/deliveries/${deliveryId}`)).json;
}

/** Asks again and again, without sleeping, until what is asked for is there. */
export async function until<T>(ask: () => Promise<T | undefined | false>): Promise<T> {
  while (true) {
    const found = await ask();
    if (found !== undefined && found !== false) return found;
    await setImmediate();
  }
}

/** Resolves when the project's deliveries all have one of these states. */
export function untilAll(app: TestApp, project: { name: string }, states: string[]): Promise<SeenDelivery[]> {
  return until(async () => {
    const all = await deliveriesOf(app, project);
    return all.every(({ status }) => states.includes(status)) && all;
  });
}
