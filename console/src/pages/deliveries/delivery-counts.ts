import type { DeliveryStatus } from "@shelfwire/client";
import { useQuery } from "@tanstack/react-query";
import { useLiveInterval } from "../../parts/live.tsx";
import { useDeliveryAccess } from "./deliveries-queries.ts";

/** How many deliveries are in which state; a state that is missing is not counted, as there may be millions. */
export type CountsByStatus = Partial<Record<DeliveryStatus, number>>;

/** Followed every few seconds; undefined until known. */
export function useDeliveryCounts(project: string): CountsByStatus | undefined {
  const access = useDeliveryAccess(project);
  const { data } = useQuery({
    queryKey: ["deliveries", project, "counts"],
    queryFn: ({ signal }) => access.counts({ signal }),
    refetchInterval: useLiveInterval(3_000),
  });
  return data && { pending: data.pending, leased: data.leased, dead: data.dead };
}
