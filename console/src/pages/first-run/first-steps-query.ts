import { queryOptions, skipToken } from "@tanstack/react-query";
import { operatorApi, projectApi } from "../../session/api.ts";

/** Which steps the project has behind it. */
export const NOTHING_DONE = { token: false, lookups: false, stores: false, subscription: false, event: false };

/** Asks the service itself what is done, so that steps taken elsewhere count as well. */
export function firstStepsQuery(project: string | undefined) {
  return queryOptions({
    queryKey: ["first-steps", project ?? ""],
    queryFn: project === undefined ? skipToken : ({ signal }) => stepsDone(project, signal),
    placeholderData: undefined,
    refetchInterval: 10_000,
  });
}

async function stepsDone(project: string, signal: AbortSignal): Promise<typeof NOTHING_DONE> {
  const [tokens, types, stores, subscription, events] = await Promise.all([
    operatorApi.listTokens(project, { signal }),
    operatorApi.getLookups(project, "store_type_name", { signal }),
    projectApi(project).stores.page({ per_page: 1 }, { signal }),
    projectApi(project).getSubscription({ signal }),
    operatorApi.listEvents(project, { limit: 1, signal }),
  ]);
  return {
    token: tokens.some(({ status }) => status === "valid"),
    lookups: types.length > 0,
    stores: stores.metadata.total_count > 0,
    subscription: subscription !== undefined,
    event: events.events.length > 0,
  };
}
