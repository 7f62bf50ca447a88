import { OperatorClient } from "@shelfwire/client";
import { mustBe } from "../expectations.ts";
import { duration } from "../figures.ts";
import { type RunningService, startService } from "../service.ts";
import type { Stage } from "../stage.ts";

/** The service as a process of its own, in an empty folder. */
export async function startScene(
  stage: Stage,
  signal: AbortSignal,
  keep: (service: RunningService) => void,
): Promise<{ service: RunningService; operator: OperatorClient; seen: string }> {
  const startedAt = performance.now();
  stage.say("starting PostgreSQL and the service in an empty folder");
  const service = await startService(signal, keep);
  const operator = new OperatorClient({ baseUrl: service.url, token: service.operatorToken });
  mustBe("readiness", await operator.isReady({ signal }), true);
  mustBe("the number of projects of a new service", (await operator.listProjects({ signal })).length, 0);
  const took = duration(performance.now() - startedAt);
  stage.fact(`${stage.paint("bold", service.url)} is ready after ${took}; it has no projects yet`);
  return { service, operator, seen: `a fresh service at ${service.url}` };
}
