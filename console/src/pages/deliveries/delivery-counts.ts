import type { DeliveryStatus } from "@shelfwire/client";
import { useQuery } from "@tanstack/react-query";
import { useLiveInterval } from "../../parts/live.tsx";
import { operatorApi } from "../../session/api.ts";
import { useIsOperator } from "../../session/session.tsx";

/** How many deliveries are in which state; a state that is missing is not known. */
export type DeliveryCounts = Partial<Record<DeliveryStatus, number>>;

/** Followed every few seconds; undefined until known. */
export function useDeliveryCounts(project: string): DeliveryCounts | undefined {
  const isOperator = useIsOperator();
  const { data } = useQuery({
    queryKey: ["delivery-counts", project],
    queryFn: async ({ signal }): Promise<DeliveryCounts> => {
      const { deliveries } = await operatorApi.projectStats(project, { minutes: 1, signal });
      return { pending: deliveries.pending, leased: deliveries.leased };
    },
    enabled: isOperator,
    refetchInterval: useLiveInterval(5_000),
  });
  return data;
}
