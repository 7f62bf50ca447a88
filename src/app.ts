/**
 * The composition root: the only file that knows every module. It builds them in the order in which they need each
 * other, starts them in that order and stops them in the reverse one.
 */
import { mkdirSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";
import type pg from "pg";
import { Audit } from "./audit/audit.ts";
import type { Config } from "./config/config.ts";
import { OutcomeRecorder } from "./console/outcome-recorder.ts";
import type { Database } from "./db/database.ts";
import { migrate } from "./db/migrate.ts";
import { ProcessLease } from "./db/process-lease.ts";
import { Entities } from "./entities/entities.ts";
import { LocalFileStore } from "./files/file-store.ts";
import { SignedLinks } from "./files/signed-links.ts";
import { Authentication } from "./http/authentication.ts";
import { RateExchange } from "./http/rate-exchange.ts";
import { RateLimiter } from "./http/rate-limiter.ts";
import { createServer, type Server } from "./http/server.ts";
import { Jobs } from "./jobs/jobs.ts";
import { type Clock, systemClock } from "./lib/clock.ts";
import type { Logger } from "./lib/log.ts";
import { createMetrics } from "./lib/metrics.ts";
import type { Service } from "./lib/service.ts";
import { StartRefused } from "./lib/start-refused.ts";
import { DAY } from "./lib/units.ts";
import { Notifier } from "./notifier/notifier.ts";
import { findSecretKey, openInstallation } from "./projects/installation.ts";
import { Projects } from "./projects/projects.ts";
import { SecretBox } from "./projects/secret-box.ts";
import { Sessions } from "./projects/sessions.ts";
import { registerRoutes } from "./routes.ts";
import { startDatabase } from "./start-database.ts";
import { VERSION } from "./version.ts";

export interface App {
  /** Where it listens, without a slash at the end; empty without the role `api`. */
  url: string;
  db: Database;
  projects: Projects;
  entities: Entities;
  jobs: Jobs;
  notifier: Notifier;
  outcomes: OutcomeRecorder;
  audit: Audit;
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

  makeFolder(config.dataDir);
  const { db, connection, databasePid } = await startDatabase(config, log, begin);
  const migration = await migrate(db, log);
  if (!migration.ok) throw new StartRefused(migration.reason);

  const { operatorToken, secretKeyPrevious: previousKey } = config;
  const secretKey = findSecretKey(config.dataDir, config.secretKey);
  const secretBox = new SecretBox(previousKey === undefined ? [secretKey] : [secretKey, previousKey]);
  const { keyId: secretKeyId, previousKeyIds } = secretBox;
  const installation = await openInstallation(db, { operatorToken, secretKeyId, previousKeyIds });
  if (!installation.ok) throw new StartRefused(installation.reason);

  // Known once the service listens; links are made when they are asked for.
  const listening = { url: "" };
  const links = new SignedLinks({ secretKey, previousKey, baseUrl: () => config.http.baseUrl ?? listening.url, clock });
  const modules = await startModules(config, { clock, log, db, connection, secretBox, links }, begin);
  if (config.roles.has("api")) {
    const { operatorTokenHash } = installation;
    const rateLimiter = new RateLimiter();
    await begin(new RateExchange({ db, limiter: rateLimiter, processLease: modules.processLease, log }));
    const sessions = new Sessions({ db, clock, projects: modules.projects, operatorTokenHash });
    const authentication = new Authentication({
      ...modules,
      sessions,
      operatorTokenHash,
      rateLimiter,
      http: config.http,
    });
    const parts = { ...modules, clock, db, links, authentication, sessions, rateLimiter, config };
    const server = createServer(
      { config: config.http, authentication, audit: modules.audit, log },
      (routes, registered) => registerRoutes(routes, registered, parts),
    );
    await begin(listenOn(server, config));
    listening.url = urlOf(server, config);
  }
  const { newOperatorToken } = installation;
  return { ...modules, url: listening.url, db, newOperatorToken, databasePid, stop };
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartRefused(`the data folder cannot be made (${reason}); check SHELFWIRE_DATA_DIR`);
  }
}

interface Base {
  clock: Clock;
  log: Logger;
  db: Database;
  connection: pg.PoolConfig;
  secretBox: SecretBox;
  links: SignedLinks;
}

/** The modules, each with what it needs of those before it. */
async function startModules(config: Config, base: Base, begin: <T extends Service>(service: T) => Promise<T>) {
  const { clock, log, db, connection, secretBox, links } = base;
  const metrics = createMetrics();
  const processLease = await begin(new ProcessLease(db, { roles: [...config.roles], version: VERSION }, log));
  const audit = await begin(new Audit({ db, clock, log, retentionDays: config.audit.retentionDays }));
  const projects = await begin(new Projects({ db, clock, secretBox }));
  const resealed = await projects.resealSecrets();
  if (resealed > 0) log.info({ projects: resealed }, "sealed secrets with the new secret key");
  const entities = new Entities({ db, projects });
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
  const outcomes = await begin(new OutcomeRecorder({ db, clock, log }));
  const notifier = await begin(
    new Notifier({
      ...{ db, projects, clock, log, metrics, processLease, links, outcomes },
      config: config.notifier,
      sends: config.roles.has("deliver"),
      version: VERSION,
    }),
  );
  return { metrics, processLease, audit, projects, entities, jobs, outcomes, notifier };
}

function listenOn(server: Server, config: Config): Service {
  const { host, port } = config.http;
  return {
    async start() {
      await server
        .listen({ host, port, listenTextResolver: () => "listening" })
        .catch((error: Error & { code?: string }) => {
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
