import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { connectDatabase } from "../../src/db/database.ts";
import { EmbeddedPostgres } from "../../src/db/embedded-postgres.ts";
import { migrate } from "../../src/db/migrate.ts";
import { silentLogger } from "../../src/lib/log.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A migrated database that test files copy. */
    serverUrl: string;
  }
}

/** One real PostgreSQL for the whole run, with a migrated template database that each test file copies in milliseconds. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "shelfwire-test-"));
  const log = silentLogger();
  const server = EmbeddedPostgres.prepare(folder, log);
  if (typeof server === "string") throw new Error(server);
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
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
