import { keepPreviousData, QueryClient } from "@tanstack/react-query";
import { failureKind } from "./parts/error-notice.tsx";

const RETRIES = 2;

/** All reads of the service; what was read is shown again at once while it is read anew. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 3_000,
      placeholderData: keepPreviousData,
      // What the service has refused it will refuse again; when it does not answer, the next read may succeed.
      retry: (failures, error) => failureKind(error) === "unreachable" && failures < RETRIES,
      retryDelay: (failures) => 400 * 2 ** failures,
      networkMode: "always",
    },
    mutations: { networkMode: "always" },
  },
});
