import { useQuery } from "@tanstack/react-query";
import { useLiveInterval } from "../../parts/live.tsx";
import { consoleApi } from "../../session/api.ts";
import type { Range } from "./overview-search.ts";

const SHORT_MS = 5_000;
const LONG_MS = 30_000;

/** The figures of the service, or of one project, kept fresh; long ranges change slowly and cost more. */
export function useOverview(range: Range, project?: string) {
  const refetchInterval = useLiveInterval(range === "1h" || range === "24h" ? SHORT_MS : LONG_MS);
  return useQuery({
    queryKey: ["overview", project ?? null, range],
    queryFn: ({ signal }) => consoleApi.overview({ range, project, signal }),
    refetchInterval,
  });
}
