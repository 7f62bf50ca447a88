import { queryOptions } from "@tanstack/react-query";
import { operatorApi } from "./api.ts";

/** All projects; the operator's to see. Kept fresh by whoever changes one: `invalidateQueries(projectsQuery)`. */
export const projectsQuery = queryOptions({
  queryKey: ["projects"],
  queryFn: ({ signal }) => operatorApi.listProjects({ signal }),
  staleTime: 30_000,
});
