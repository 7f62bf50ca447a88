import { useQuery } from "@tanstack/react-query";
import { useLiveInterval } from "../../parts/live.tsx";
import { operatorApi, projectApi } from "../../session/api.ts";
import { useIsOperator } from "../../session/session.tsx";

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

/** What can be subscribed to. The list of wave types names no project: the operator reads it from the settings. */
export function useWaveTypes(project: string) {
  const isOperator = useIsOperator();
  return useQuery({
    queryKey: ["wave-types", project],
    queryFn: async ({ signal }) =>
      isOperator
        ? ((await operatorApi.getProject(project, { signal }))?.wave_types ?? [])
        : projectApi(project).listWaveTypes({ signal }),
    staleTime: 60_000,
  });
}
