/**
 * The composition root: the only file that knows every module. It builds them in the order in which they need each
 * other, starts them in that order and stops them in the reverse one.
 */
import { mkdirSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";
import type pg from "pg";
import type { Registry } from "prom-client";
import type { Config } from "./config/config.ts";
import { connectDatabase, type Database } from "./db/database.ts";
import { EmbeddedPostgres } from "./db/embedded-postgres.ts";
import { lockFolder } from "./db/folder-lock.ts";
import { isMigrated, migrate } from "./db/migrate.ts";
import { ProcessLease } from "./db/process-lease.ts";
import { Entities, fieldsOf, removeProjectRows as removeEntityRows } from "./entities/entities.ts";
import { LocalFileStore } from "./files/file-store.ts";
import { SignedLinks } from "./files/signed-links.ts";
import { Authentication } from "./http/authentication.ts";
import { RateLimiter } from "./http/rate-limiter.ts";
import { analysisResultRoutes } from "./http/routes/analysis-results.ts";
import { asyncJobRoutes } from "./http/routes/async-job.ts";
import { deliveryRoutes } from "./http/routes/deliveries.ts";
import { entityRoutes } from "./http/routes/entities.ts";
import { fileRoutes } from "./http/routes/files.ts";
import { healthRoutes } from "./http/routes/health.ts";
import { lookupListRoutes } from "./http/routes/lookup-lists.ts";
import { lookupRoutes } from "./http/routes/lookups.ts";
import { operatorJobRoutes } from "./http/routes/operator-jobs.ts";
import { projectRoutes } from "./http/routes/projects.ts";
import { subscriptionRoutes } from "./http/routes/subscription.ts";
import { tokenRoutes } from "./http/routes/tokens.ts";
import { waveTypeRoutes } from "./http/routes/wave-types.ts";
import { createServer, type Server } from "./http/server.ts";
import { Jobs, removeProjectRows as removeJobRows } from "./jobs/jobs.ts";
import { type Clock, systemClock } from "./lib/clock.ts";
import type { Logger } from "./lib/log.ts";
import { createMetrics } from "./lib/metrics.ts";
import type { Service } from "./lib/service.ts";
import { DAY } from "./lib/units.ts";
import { Notifier } from "./notifier/notifier.ts";
import { removeProjectRows as removeNotifierRows } from "./notifier/subscriptions-store.ts";
import { findSecretKey, openInstallation } from "./projects/installation.ts";
import { Projects } from "./projects/projects.ts";
import { SecretBox } from "./projects/secret-box.ts";
import { VERSION } from "./version.ts";

/** A start that cannot be: one clear sentence for the person who started it. */
export class StartRefused extends Error {}

export interface App {
  /** Where it listens, without a slash at the end; empty without the role `api`. */
  url: string;
  db: Database;
  projects: Projects;
  entities: Entities;
  jobs: Jobs;
  notifier: Notifier;
  /** Set when this very start has made the operator token; it is shown once. */
  newOperatorToken: string | undefined;
  /** The process number of the embedded database, if there is one. */
  databasePid: () => number | undefined;
  stop(): Promise<void>;
}

/** Builds and starts the service. Throws `StartRefused` where it cannot start; nothing is left running then. */
export async function startApp(config: Config, options: { clock?: Clock; log: Logger }): Promise<App> {
  const started: Service[] = [];
  const stop = () => stopAll(started, options.log);
  try {
    return await assemble(config, { clock: options.clock ?? systemClock, log: options.log }, started, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function assemble(
  config: Config,
  base: { clock: Clock; log: Logger },
  started: Service[],
  stop: () => Promise<void>,
): Promise<App> {
  const { clock, log } = base;
  async function begin<T extends Service>(service: T): Promise<T> {
    started.push(service);
    await service.start();
    return service;
  }

  mkdirSync(config.dataDir, { recursive: true });
  const { db, connection, databasePid } = await openDatabase(config, log, begin);
  const migration = await migrate(db, log);
  if (!migration.ok) throw new StartRefused(migration.reason);

  const secretKey = findSecretKey(config.dataDir, config.secretKey);
  const secretBox = new SecretBox([secretKey]);
  const installation = await openInstallation(db, {
    operatorToken: config.operatorToken,
    secretKeyId: secretBox.keyId,
  });
  if (!installation.ok) throw new StartRefused(installation.reason);

  const metrics = createMetrics();
  const processLease = await begin(new ProcessLease(db, { roles: [...config.roles], version: VERSION }, log));
  const projects = await begin(new Projects({ db, clock, secretBox }));
  const entities = new Entities({ db, projects });

  let url = "";
  const links = new SignedLinks({ secretKey, baseUrl: () => config.http.baseUrl ?? url, clock });
  const filesFolder = join(config.dataDir, "files");
  const files = new LocalFileStore(filesFolder);
  // A folder that is ours alone holds nobody's unfinished writes; in a shared one another process may be writing.
  await files.open(clock.now(), config.databaseUrl === undefined ? 0 : 1 * DAY);
  const jobs = await begin(
    new Jobs({
      ...{ db, projects, entities, files, filesFolder, clock, log, metrics, processLease, connection },
      config: config.jobs,
      runs: config.roles.has("import"),
    }),
  );

  const notifier = await begin(
    new Notifier({
      ...{ db, projects, clock, log, metrics, processLease, links },
      config: config.notifier,
      sends: config.roles.has("deliver"),
      version: VERSION,
    }),
  );

  if (config.roles.has("api")) {
    const authentication = new Authentication({
      projects,
      operatorTokenHash: installation.operatorTokenHash,
      rateLimiter: new RateLimiter(),
      http: config.http,
    });
    const server = createServer({ config: config.http, authentication, log }, (routes) =>
      registerRoutes(routes, { clock, db, metrics, projects, entities, jobs, notifier, links, authentication, config }),
    );
    await begin(listenOn(server, config));
    url = urlOf(server, config);
  }
  return {
    url,
    db,
    projects,
    entities,
    jobs,
    notifier,
    newOperatorToken: installation.newOperatorToken,
    databasePid,
    stop,
  };
}

function registerRoutes(
  server: Server,
  deps: {
    clock: Clock;
    db: Database;
    metrics: Registry;
    projects: Projects;
    entities: Entities;
    jobs: Jobs;
    notifier: Notifier;
    links: SignedLinks;
    authentication: Authentication;
    config: Config;
  },
): void {
  const { clock, db, metrics, projects, entities, jobs, notifier, links, authentication, config } = deps;
  healthRoutes(server, { isReady: () => isMigrated(db).catch(() => false), metrics });
  // Entities first: their removal waits for a job that is merging, which then settles its own row; the other way round
  // the two would wait for each other.
  projectRoutes(server, { projects, fieldsOf, removers: [removeEntityRows, removeJobRows, removeNotifierRows] });
  tokenRoutes(server, { projects, clock });
  lookupRoutes(server, { projects });
  entityRoutes(server, { entities });
  lookupListRoutes(server, { projects });
  subscriptionRoutes(server, { notifier });
  waveTypeRoutes(server);
  analysisResultRoutes(server, { notifier, links });
  deliveryRoutes(server, { deliveries: notifier.deliveries });
  asyncJobRoutes(server, { jobs, links, uploadBytesMax: config.jobs.uploadBytesMax });
  fileRoutes(server, { jobs, links, projects, authentication });
  operatorJobRoutes(server, { jobs, links, version: config.http.apiVersions.at(-1) ?? "v1" });
}

/** The database of the settings, or one of our own under the data folder, which then belongs to this process alone. */
async function openDatabase(
  config: Config,
  log: Logger,
  begin: <T extends Service>(service: T) => Promise<T>,
): Promise<{ db: Database; connection: pg.PoolConfig; databasePid: () => number | undefined }> {
  const max = config.databaseConnectionsMax;
  const applicationName = "shelfwire";
  if (config.databaseUrl !== undefined) {
    const connection = { connectionString: config.databaseUrl };
    const db = connectDatabase({ connection, max, log, applicationName });
    await begin({ start: async () => {}, stop: () => db.close() });
    await db.run("select 1").catch((error: Error) => {
      throw new StartRefused(
        `the database at DATABASE_URL cannot be reached: ${error.message || "connection refused"}`,
      );
    });
    return { db, connection, databasePid: () => undefined };
  }
  const locked = lockFolder(config.dataDir);
  if (!locked.taken) {
    throw new StartRefused(
      `the data folder ${config.dataDir} is in use by another Shelfwire (process ${locked.holderPid}); ` +
        "stop that one, or set SHELFWIRE_DATA_DIR to another folder",
    );
  }
  await begin({ start: async () => {}, stop: async () => locked.lock.release() });
  const embedded = EmbeddedPostgres.prepare(config.dataDir, log);
  if (typeof embedded === "string") throw new StartRefused(embedded);
  await begin(embedded);
  const db = connectDatabase({ connection: embedded.connection, max, log, applicationName });
  await begin({ start: async () => {}, stop: () => db.close() });
  return { db, connection: embedded.connection, databasePid: () => embedded.pid };
}

function listenOn(server: Server, config: Config): Service {
  const { host, port } = config.http;
  return {
    async start() {
      await server.listen({ host, port }).catch((error: Error & { code?: string }) => {
        if (error.code === "EADDRINUSE") {
          throw new StartRefused(`port ${port} on ${host} is in use; set SHELFWIRE_PORT to another one`);
        }
        if (error.code === "EACCES" || error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND") {
          throw new StartRefused(
            `cannot listen on ${host}, port ${port} (${error.code}); check SHELFWIRE_HOST and SHELFWIRE_PORT`,
          );
        }
        throw error;
      });
    },
    stop: () => server.close(),
  };
}

function urlOf(server: Server, config: Config): string {
  const [first] = server.addresses();
  const port = typeof first === "object" ? first.port : config.http.port;
  const host = isIP(config.http.host) === 6 ? `[${config.http.host}]` : config.http.host;
  return `${config.http.tls ? "https" : "http"}://${host}:${port}`;
}

async function stopAll(started: Service[], log: Logger): Promise<void> {
  for (const service of started.splice(0).reverse()) {
    await service.stop().catch((error) => log.warn({ err: error }, "a part of the service did not stop in order"));
  }
}
