import type { EntityType } from "@shelfwire/client";
import { createRootRoute, createRoute, createRouter } from "@tanstack/react-router";
import { readAuditSearch } from "./pages/audit/audit-search.ts";
import { readDeliveriesSearch } from "./pages/deliveries/deliveries-search.ts";
import { readEntitiesSearch } from "./pages/entities/entities-search.ts";
import { readJobSearch, readJobsSearch } from "./pages/jobs/jobs-search.ts";
import { readOverviewSearch } from "./pages/overview/overview-search.ts";
import { readProjectSearch } from "./pages/projects/project-search.ts";
import { FailedState, NoneYet } from "./parts/empty-state.tsx";
import { PageHead } from "./parts/page-head.tsx";
import { parseSearch, type RawSearch, stringifySearch } from "./parts/search-params.ts";
import { CONSOLE_PATH } from "./session/api.ts";
import { AppFrame } from "./shell/app-frame.tsx";
import { lazyPage } from "./shell/lazy-page.tsx";

/**
 * Every page with its address. Pages are loaded when first opened; what their address may hold is read by the
 * `...-search.ts` beside each, so that links to them are checked by the compiler.
 */
const root = createRootRoute({
  component: AppFrame,
  notFoundComponent: () => (
    <>
      <PageHead title="There is no such page" />
      <NoneYet title="Nothing stands at this address">It may be mistyped, or from another version.</NoneYet>
    </>
  ),
});

const EntitiesPage = lazyPage(() => import("./pages/entities/entities-page.tsx").then((module) => module.EntitiesPage));

function entitiesPage(entity: EntityType) {
  const Page = () => <EntitiesPage entity={entity} />;
  return Object.assign(Page, { preload: EntitiesPage.preload });
}

const overview = createRoute({
  getParentRoute: () => root,
  path: "/",
  validateSearch: readOverviewSearch,
  component: lazyPage(() => import("./pages/overview/overview-page.tsx").then((module) => module.OverviewPage)),
});
const projects = createRoute({
  getParentRoute: () => root,
  path: "/projects",
  component: lazyPage(() => import("./pages/projects/projects-page.tsx").then((module) => module.ProjectsPage)),
});
const project = createRoute({
  getParentRoute: () => root,
  path: "/projects/$project",
  validateSearch: readProjectSearch,
  component: lazyPage(() => import("./pages/projects/project-page.tsx").then((module) => module.ProjectPage)),
});
const system = createRoute({
  getParentRoute: () => root,
  path: "/system",
  component: lazyPage(() => import("./pages/system/system-page.tsx").then((module) => module.SystemPage)),
});
const audit = createRoute({
  getParentRoute: () => root,
  path: "/audit",
  validateSearch: readAuditSearch,
  component: lazyPage(() => import("./pages/audit/audit-page.tsx").then((module) => module.AuditPage)),
});
const projectOverview = createRoute({
  getParentRoute: () => root,
  path: "/p/$project",
  validateSearch: readOverviewSearch,
  component: lazyPage(() =>
    import("./pages/overview/project-overview-page.tsx").then((module) => module.ProjectOverviewPage),
  ),
});
const projectAudit = createRoute({
  getParentRoute: () => root,
  path: "/p/$project/audit",
  validateSearch: readAuditSearch,
  component: lazyPage(() => import("./pages/audit/project-audit-page.tsx").then((module) => module.ProjectAuditPage)),
});
const subscription = createRoute({
  getParentRoute: () => root,
  path: "/p/$project/subscription",
  component: lazyPage(() =>
    import("./pages/subscription/subscription-page.tsx").then((module) => module.SubscriptionPage),
  ),
});
const deliveries = createRoute({
  getParentRoute: () => root,
  path: "/p/$project/deliveries",
  validateSearch: readDeliveriesSearch,
  component: lazyPage(() => import("./pages/deliveries/deliveries-page.tsx").then((module) => module.DeliveriesPage)),
});
const jobs = createRoute({
  getParentRoute: () => root,
  path: "/p/$project/jobs",
  validateSearch: readJobsSearch,
  component: lazyPage(() => import("./pages/jobs/jobs-page.tsx").then((module) => module.JobsPage)),
});
const job = createRoute({
  getParentRoute: () => root,
  path: "/p/$project/jobs/$job",
  validateSearch: readJobSearch,
  component: lazyPage(() => import("./pages/jobs/job-page.tsx").then((module) => module.JobPage)),
});
const stores = createRoute({
  getParentRoute: () => root,
  path: "/p/$project/stores",
  validateSearch: (raw: RawSearch) => readEntitiesSearch("store", raw),
  component: entitiesPage("store"),
});
const users = createRoute({
  getParentRoute: () => root,
  path: "/p/$project/users",
  validateSearch: (raw: RawSearch) => readEntitiesSearch("user", raw),
  component: entitiesPage("user"),
});
const routes = createRoute({
  getParentRoute: () => root,
  path: "/p/$project/routes",
  validateSearch: (raw: RawSearch) => readEntitiesSearch("route", raw),
  component: entitiesPage("route"),
});

const tree = root.addChildren([
  overview,
  projects,
  project,
  system,
  audit,
  projectOverview,
  projectAudit,
  subscription,
  deliveries,
  jobs,
  job,
  stores,
  users,
  routes,
]);

export const router = createRouter({
  routeTree: tree,
  basepath: CONSOLE_PATH,
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
  scrollRestoration: true,
  defaultErrorComponent: ({ error, reset }) => <FailedState error={error} onRetry={reset} />,
});

/** Begins to load the script of the page that the address names. */
export function preloadPresentPage(): void {
  const [matched] = router.getMatchedRoutes(router.latestLocation.pathname);
  for (const { options } of matched) {
    const { component } = options;
    if (component !== undefined && "preload" in component) void component.preload?.();
  }
}

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
