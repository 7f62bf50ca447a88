import type { Registry } from "prom-client";
import { Type } from "typebox";
import { problem } from "../../lib/problems.ts";
import { errorAnswers } from "../schemas.ts";
import type { Server } from "../server.ts";

/** Health and metrics (decisions, section 8). `isReady` tells whether the database answers and has all migrations. */
export function healthRoutes(server: Server, deps: { isReady: () => Promise<boolean>; metrics: Registry }): void {
  const config = { access: "public" } as const;
  const Ok = Type.Object({ status: Type.Literal("ok") });

  server.get("/healthz", { config, schema: { response: { 200: Ok } } }, async () => ({ status: "ok" as const }));

  server.get("/readyz", { config, schema: { response: { 200: Ok, ...errorAnswers(503) } } }, async () => {
    if (!(await deps.isReady())) throw problem("unavailable", "", { "retry-after": "5" });
    return { status: "ok" as const };
  });

  server.get("/metrics", { config, schema: { response: { 200: Type.String() } } }, async (_request, reply) => {
    reply.type(deps.metrics.contentType);
    return deps.metrics.metrics();
  });
}
