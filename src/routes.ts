/** Every route of the service, with what each needs. */
import type { RouteOptions } from "fastify";
import type { Registry } from "prom-client";
import type { Audit } from "./audit/audit.ts";
import type { Config } from "./config/config.ts";
import { removeProjectRows as removeOutcomeRows } from "./console/outcomes-store.ts";
import { Overviews } from "./console/overview.ts";
import { ProjectSummaries } from "./console/project-summaries.ts";
import { System } from "./console/system.ts";
import type { Database } from "./db/database.ts";
import { isMigrated } from "./db/migrate.ts";
import { type Entities, fieldsOf, removeProjectRows as removeEntityRows } from "./entities/entities.ts";
import type { SignedLinks } from "./files/signed-links.ts";
import type { Authentication } from "./http/authentication.ts";
import type { RateLimiter } from "./http/rate-limiter.ts";
import { analysisResultRoutes } from "./http/routes/analysis-results.ts";
import { asyncJobRoutes } from "./http/routes/async-job.ts";
import { auditRoutes } from "./http/routes/audit.ts";
import { consoleRoutes } from "./http/routes/console.ts";
import { deliveryRoutes } from "./http/routes/deliveries.ts";
import { endpointRoutes } from "./http/routes/endpoints.ts";
import { entityRoutes } from "./http/routes/entities.ts";
import { entityExportRoutes } from "./http/routes/entity-exports.ts";
import { fileRoutes } from "./http/routes/files.ts";
import { healthRoutes } from "./http/routes/health.ts";
import { jobListRoutes } from "./http/routes/job-list.ts";
import { lookupListRoutes } from "./http/routes/lookup-lists.ts";
import { lookupRoutes } from "./http/routes/lookups.ts";
import { operatorJobRoutes } from "./http/routes/operator-jobs.ts";
import { deliveryCountRoutes, overviewRoutes } from "./http/routes/overview.ts";
import { projectRoutes } from "./http/routes/projects.ts";
import { referenceRoutes } from "./http/routes/reference.ts";
import { rejectionRoutes } from "./http/routes/rejections.ts";
import { sessionRoutes } from "./http/routes/session.ts";
import { statsRoutes } from "./http/routes/stats.ts";
import { storeMapRoutes } from "./http/routes/store-map.ts";
import { subscriptionRoutes } from "./http/routes/subscription.ts";
import { systemRoutes } from "./http/routes/system.ts";
import { tokenRoutes } from "./http/routes/tokens.ts";
import { waveTypeRoutes } from "./http/routes/wave-types.ts";
import type { Server } from "./http/server.ts";
import { type Jobs, removeProjectRows as removeJobRows } from "./jobs/jobs.ts";
import type { Clock } from "./lib/clock.ts";
import type { Notifier } from "./notifier/notifier.ts";
import { removeProjectRows as removeNotifierRows } from "./notifier/subscriptions-store.ts";
import type { Projects } from "./projects/projects.ts";
import type { Sessions } from "./projects/sessions.ts";
import { VERSION } from "./version.ts";

export interface RouteDeps {
  clock: Clock;
  audit: Audit;
  db: Database;
  metrics: Registry;
  projects: Projects;
  entities: Entities;
  jobs: Jobs;
  notifier: Notifier;
  links: SignedLinks;
  authentication: Authentication;
  sessions: Sessions;
  rateLimiter: RateLimiter;
  config: Config;
  processLease: { readonly processId: number };
}

export function registerRoutes(server: Server, registered: readonly RouteOptions[], deps: RouteDeps): void {
  const { clock, db, metrics, projects, entities, jobs, notifier, links, authentication, config } = deps;
  consoleRoutes(server);
  sessionRoutes(server, deps);
  referenceRoutes(server, { registered, config: config.http, version: VERSION });
  healthRoutes(server, { isReady: () => isMigrated(db).catch(() => false), metrics });
  // Entities first: their removal waits for a job that is merging, which then settles its own row; the other way round
  // the two would wait for each other.
  const removers = [removeEntityRows, removeJobRows, removeNotifierRows, removeOutcomeRows];
  projectRoutes(server, { projects, fieldsOf, removers });
  tokenRoutes(server, { projects, clock });
  lookupRoutes(server, { projects });
  entityRoutes(server, { entities });
  entityExportRoutes(server, { entities });
  storeMapRoutes(server, { entities });
  lookupListRoutes(server, { projects });
  subscriptionRoutes(server, { notifier });
  waveTypeRoutes(server);
  analysisResultRoutes(server, { notifier, links });
  deliveryRoutes(server, { deliveries: notifier.deliveries });
  endpointRoutes(server, { subscriptions: notifier.subscriptions });
  const overviews = new Overviews({ db, clock });
  overviewRoutes(server, { overviews, summaries: new ProjectSummaries({ db, clock }) });
  deliveryCountRoutes(server, { overviews });
  auditRoutes(server, deps);
  systemRoutes(server, { system: new System({ ...deps, overviews }) });
  statsRoutes(server, { clock, figures: notifier.figures, jobs });
  rejectionRoutes(server, { jobs });
  asyncJobRoutes(server, { jobs, links, uploadBytesMax: config.jobs.uploadBytesMax });
  jobListRoutes(server, { jobs, links });
  fileRoutes(server, { jobs, links, projects, authentication });
  operatorJobRoutes(server, { jobs, links, version: config.http.apiVersions.at(-1) ?? "v1" });
}
