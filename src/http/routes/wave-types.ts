import { Type } from "typebox";
import { callerProject } from "../authentication.ts";
import { errorAnswers } from "../schemas.ts";
import type { Server } from "../server.ts";

/** The wave types that the project can subscribe to (interface, endpoint 4; decisions, section 2); both spellings. */
export function waveTypeRoutes(server: Server): void {
  for (const name of ["wave-types", "wave_types"]) {
    server.get(
      `/api/notifier/public/${name}`,
      {
        config: { access: "project" },
        schema: { response: { 200: Type.Array(Type.String()), ...errorAnswers(401, 429) } },
      },
      async (request) => callerProject(request).project.settings.waveTypes.toSorted(),
    );
  }
}
