import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { connectDatabase } from "../../src/db/database.ts";
import { EmbeddedPostgres } from "../../src/db/embedded-postgres.ts";
import { migrate } from "../../src/db/migrate.ts";
import { silentLogger } from "../../src/lib/log.ts";
import { GIB } from "../../src/lib/units.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A migrated database that test files copy. */
    serverUrl: string;
    /** The data folder of an installation whose database was created and is empty, to be copied. */
    freshFolder: string;
  }
}

/** Memory that is mounted as a folder, as Linux does, and how much must be free there: a run writes a few gigabytes. */
const MEMORY = { path: "/dev/shm", bytesFree: 8 * GIB };

/** One real PostgreSQL for the whole run, with a migrated template database that each test file copies in milliseconds. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(quickestFolder(), "shelfwire-test-"));
  const log = silentLogger();
  const freshFolder = join(folder, "fresh");
  await createServer(freshFolder);
  const serverFolder = join(folder, "server");
  // With owners and modes, which PostgreSQL is particular about.
  execFileSync("cp", ["-a", freshFolder, serverFolder]);
  const server = serverIn(serverFolder);
  await server.start();
  const { host, user, password } = server.connection;
  const serverUrl = `postgresql://${user}:${String(password)}@/postgres?host=${encodeURIComponent(String(host))}`;
  const admin = connectDatabase({ connection: server.connection, max: 1, log, applicationName: "test" });
  await admin.run("create database template_shelfwire");
  await admin.close();
  const connection = { ...server.connection, database: "template_shelfwire" };
  const template = connectDatabase({ connection, max: 2, log, applicationName: "test" });
  const migration = await migrate(template, log);
  await template.close();
  if (!migration.ok) throw new Error(migration.reason);
  project.provide("serverUrl", serverUrl);
  project.provide("freshFolder", freshFolder);
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Every commit waits for the disk, and a copy of a database for each of its files; memory answers at once, whatever is asked. */
function quickestFolder(): string {
  if (!existsSync(MEMORY.path)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY.path);
  return bavail * bsize >= MEMORY.bytesFree ? MEMORY.path : tmpdir();
}

/** Creates the folder with a database server in it that has run once and ended in order. */
async function createServer(folder: string): Promise<void> {
  mkdirSync(folder);
  const server = serverIn(folder);
  await server.start();
  await server.stop();
}

function serverIn(folder: string): EmbeddedPostgres {
  const server = EmbeddedPostgres.prepare(folder, silentLogger());
  if (typeof server === "string") throw new Error(server);
  return server;
}
