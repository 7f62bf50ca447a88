import { Type } from "typebox";
import { callerProject } from "../authentication.ts";
import { errorAnswers } from "../schemas.ts";
import type { Server } from "../server.ts";

/** The wave types that the project can subscribe to (interface, endpoint 4; decisions, section 2); both spellings. */
export function waveTypeRoutes(server: Server): void {
  for (const name of ["wave-types", "wave_types"] as const) {
    const isAlias = name === "wave_types";
    server.get(
      `/api/notifier/public/${name}`,
      {
        config: { access: "project" },
        schema: {
          operationId: isAlias ? "listWaveTypesUnderscore" : "listWaveTypes",
          tags: ["Subscription"],
          summary: "List the wave types",
          description: isAlias
            ? "Another spelling of `/wave-types`; use that."
            : "The wave types that the project can subscribe to. The list may grow at any time.",
          ...(isAlias && { deprecated: true }),
          response: {
            200: Type.Array(Type.String(), { examples: [["all", "primary", "recalculate"]] }),
            ...errorAnswers(401, 429),
          },
          answers: { 200: { description: "Sorted" } },
        },
      },
      async (request) => callerProject(request).project.settings.waveTypes.toSorted(),
    );
  }
}
