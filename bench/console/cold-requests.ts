import { OPERATOR_TOKEN } from "../delivery/service-process.ts";
import type { Line } from "../delivery/table.ts";
import { GREAT_NAME } from "../filling/endpoints.ts";

const STORES = `v4/${GREAT_NAME}/entity/store`;

/** What the pages that ask for most ask for. */
const REQUESTS = [
  "operator/overview?range=1h",
  "operator/overview?range=30d",
  "operator/project-summaries",
  `operator/projects/${GREAT_NAME}/deliveries/counts`,
  `operator/projects/${GREAT_NAME}/deliveries?status=dead`,
  `${STORES}?per_page=50`,
  `${STORES}?per_page=50&page=10000`,
  `${STORES}?per_page=50&page=19800`,
  `${STORES}?per_page=50&sort=store_name`,
  `${STORES}?per_page=50&sort=-last_update_time`,
  `${STORES}?per_page=50&is_deleted=true`,
  `${STORES}?per_page=50&region_name=East`,
  `${STORES}?per_page=50&region_name=East&sort=city`,
  `${STORES}?per_page=50&q=City+4711`,
  `${STORES}?per_page=50&q=nowhere`,
  `${STORES}?per_page=50&q=market`,
  `${STORES}/map?cells=20`,
  `${STORES}/map?cells=20&region_name=West`,
];

/**
 * How long each takes that is asked for the first time, one after the other, by a client that costs nothing: what is left
 * of a page's first visit when the browser is on another machine.
 */
export async function measureColdRequests(serviceUrl: string, targetMs: number): Promise<Line[]> {
  const cookie = await signIn(serviceUrl);
  const lines: Line[] = [];
  for (const path of REQUESTS) {
    const started = performance.now();
    const answer = await fetch(`${serviceUrl}/api/${path}`, { headers: { cookie } });
    const body = await answer.text();
    const ms = performance.now() - started;
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body}`);
    lines.push({ figure: path, value: `${Math.round(ms)} ms`, target: `${targetMs} ms`, reached: ms <= targetMs });
  }
  return lines;
}

async function signIn(serviceUrl: string): Promise<string> {
  const answer = await fetch(`${serviceUrl}/api/console/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token: OPERATOR_TOKEN }),
  });
  return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
}
