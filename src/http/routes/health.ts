import type { Registry } from "prom-client";
import { Type } from "typebox";
import { problem } from "../../lib/problems.ts";
import { errorAnswers } from "../schemas.ts";
import type { Server } from "../server.ts";

/** Health and metrics (decisions, section 8). `isReady` tells whether the database answers and has all migrations. */
export function healthRoutes(server: Server, deps: { isReady: () => Promise<boolean>; metrics: Registry }): void {
  const config = { access: "public" } as const;
  const Ok = Type.Object({ status: Type.Literal("ok") });
  const PlainText = Type.String({ examples: ["# HELP process_cpu_seconds_total Total CPU time.\n"] });

  server.get(
    "/healthz",
    {
      config,
      schema: {
        operationId: "getHealth",
        tags: ["Service"],
        summary: "Is the process alive?",
        response: { 200: Ok },
        answers: { 200: { description: "Alive" } },
      },
    },
    async () => ({ status: "ok" as const }),
  );

  server.get(
    "/readyz",
    {
      config,
      schema: {
        operationId: "getReadiness",
        tags: ["Service"],
        summary: "Can it serve?",
        response: { 200: Ok, ...errorAnswers(503) },
        answers: { 200: { description: "The database answers and has all migrations" } },
      },
    },
    async () => {
      if (!(await deps.isReady())) throw problem("unavailable", "", { "retry-after": "5" });
      return { status: "ok" as const };
    },
  );

  server.get(
    "/metrics",
    {
      config,
      schema: {
        operationId: "getMetrics",
        tags: ["Service"],
        summary: "Metrics for Prometheus",
        response: { 200: Type.String() },
        answers: {
          200: { description: "Figures of this process and of the queue", contents: { "text/plain": PlainText } },
        },
      },
    },
    async (_request, reply) => {
      reply.type(deps.metrics.contentType);
      return deps.metrics.metrics();
    },
  );
}
