import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
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

const EntitiesPage = lazyRouteComponent(() => import("./pages/entities/entities-page.tsx"), "EntitiesPage");

const overview = createRoute({
  getParentRoute: () => root,
  path: "/",
  validateSearch: readOverviewSearch,
  component: lazyRouteComponent(() => import("./pages/overview/overview-page.tsx"), "OverviewPage"),
});
const projects = createRoute({
  getParentRoute: () => root,
  path: "/projects",
  component: lazyRouteComponent(() => import("./pages/projects/projects-page.tsx"), "ProjectsPage"),
});
const project = createRoute({
  getParentRoute: () => root,
  path: "/projects/$project",
  validateSearch: readProjectSearch,
  component: lazyRouteComponent(() => import("./pages/projects/project-page.tsx"), "ProjectPage"),
});
const system = createRoute({
  getParentRoute: () => root,
  path: "/system",
  component: lazyRouteComponent(() => import("./pages/system/system-page.tsx"), "SystemPage"),
});
const audit = createRoute({
  getParentRoute: () => root,
  path: "/audit",
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import("./pages/audit/audit-page.tsx"), "AuditPage"),
});
const projectOverview = createRoute({
  getParentRoute: () => root,
  path: "/p/$project",
  validateSearch: readOverviewSearch,
  component: lazyRouteComponent(() => import("./pages/overview/project-overview-page.tsx"), "ProjectOverviewPage"),
});
const projectAudit = createRoute({
  getParentRoute: () => root,
  path: "/p/$project/audit",
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import("./pages/audit/project-audit-page.tsx"), "ProjectAuditPage"),
});
const subscription = createRoute({
  getParentRoute: () => root,
  path: "/p/$project/subscription",
  component: lazyRouteComponent(() => import("./pages/subscription/subscription-page.tsx"), "SubscriptionPage"),
});
const deliveries = createRoute({
  getParentRoute: () => root,
  path: "/p/$project/deliveries",
  validateSearch: readDeliveriesSearch,
  component: lazyRouteComponent(() => import("./pages/deliveries/deliveries-page.tsx"), "DeliveriesPage"),
});
const jobs = createRoute({
  getParentRoute: () => root,
  path: "/p/$project/jobs",
  validateSearch: readJobsSearch,
  component: lazyRouteComponent(() => import("./pages/jobs/jobs-page.tsx"), "JobsPage"),
});
const job = createRoute({
  getParentRoute: () => root,
  path: "/p/$project/jobs/$job",
  validateSearch: readJobSearch,
  component: lazyRouteComponent(() => import("./pages/jobs/job-page.tsx"), "JobPage"),
});
const stores = createRoute({
  getParentRoute: () => root,
  path: "/p/$project/stores",
  validateSearch: (raw: RawSearch) => readEntitiesSearch("store", raw),
  component: () => <EntitiesPage entity="store" />,
});
const users = createRoute({
  getParentRoute: () => root,
  path: "/p/$project/users",
  validateSearch: (raw: RawSearch) => readEntitiesSearch("user", raw),
  component: () => <EntitiesPage entity="user" />,
});
const routes = createRoute({
  getParentRoute: () => root,
  path: "/p/$project/routes",
  validateSearch: (raw: RawSearch) => readEntitiesSearch("route", raw),
  component: () => <EntitiesPage entity="route" />,
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

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
