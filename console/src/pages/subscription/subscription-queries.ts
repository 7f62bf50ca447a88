import { useQuery } from "@tanstack/react-query";
import { useLiveInterval } from "../../parts/live.tsx";
import { projectApi } from "../../session/api.ts";

const HEALTH_MS = 5_000;

/** The project's subscription with its keys masked; null where none is set. */
export function useSubscription(project: string) {
  return useQuery({
    queryKey: ["subscription", project],
    queryFn: async ({ signal }) => (await projectApi(project).getSubscription({ signal })) ?? null,
    placeholderData: undefined,
  });
}

/** The subscribed URLs with their health, followed. */
export function useEndpointHealth(project: string) {
  return useQuery({
    queryKey: ["endpoints", project],
    queryFn: ({ signal }) => projectApi(project).deliveries.endpoints({ signal }),
    refetchInterval: useLiveInterval(HEALTH_MS),
  });
}

/** What can be subscribed to. */
export function useWaveTypes(project: string) {
  return useQuery({
    queryKey: ["wave-types", project],
    queryFn: ({ signal }) => projectApi(project).listWaveTypes({ signal }),
    staleTime: 60_000,
  });
}
