import type { DeliveryAccess } from "@shelfwire/client";
import { useQuery } from "@tanstack/react-query";
import { useLiveInterval } from "../../parts/live.tsx";
import { operatorApi, projectApi } from "../../session/api.ts";
import { useIsOperator } from "../../session/session.tsx";
import { type DeliveriesSearch, filterOf } from "./deliveries-search.ts";

export const PAGE_ROWS = 50;
const TAIL_MS = 2_000;
const DETAIL_MS = 2_000;

/** The operator sees what receivers answered; a project's people do not. */
export function useDeliveryAccess(project: string): DeliveryAccess {
  return useIsOperator() ? operatorApi.deliveriesOf(project) : projectApi(project).deliveries;
}

/** A page of deliveries; the newest one follows what happens, older ones stand still. */
export function useDeliveries(project: string, search: DeliveriesSearch) {
  const access = useDeliveryAccess(project);
  const tailMs = useLiveInterval(TAIL_MS);
  const { open: _open, ...shown } = search;
  return useQuery({
    queryKey: ["deliveries", project, shown],
    queryFn: ({ signal }) =>
      access.list(filterOf(search, Date.now()), { cursor: search.cursor, limit: PAGE_ROWS, signal }),
    refetchInterval: search.cursor === undefined ? tailMs : false,
  });
}

/** One delivery with its attempts; followed as long as it may change. */
export function useDelivery(project: string, deliveryId: string | undefined) {
  const access = useDeliveryAccess(project);
  return useQuery({
    queryKey: ["delivery", project, deliveryId],
    queryFn: async ({ signal }) => (await access.get(deliveryId ?? "", { signal })) ?? null,
    enabled: deliveryId !== undefined,
    refetchInterval: ({ state }) =>
      state.data && (state.data.status === "pending" || state.data.status === "leased") ? DETAIL_MS : false,
  });
}

/** The subscribed URLs, masked, for the filter. */
export function useEndpoints(project: string) {
  const access = useDeliveryAccess(project);
  return useQuery({
    queryKey: ["endpoints", project],
    queryFn: ({ signal }) => access.endpoints({ signal }),
    refetchInterval: useLiveInterval(5_000),
  });
}
