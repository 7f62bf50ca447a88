import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { connectDatabase, type Database } from "../../src/db/database.ts";
import { silentLogger } from "../../src/lib/log.ts";

export interface TestDatabase {
  db: Database;
  /** For `DATABASE_URL`. */
  url: string;
  drop(): Promise<void>;
}

/** A migrated database of its own, copied from the template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await onServer(`create database ${name} template template_shelfwire strategy file_copy`);
  const url = inject("serverUrl").replace("/postgres?", `/${name}?`);
  const connection = { connectionString: url };
  const db = connectDatabase({ connection, max: 10, log: silentLogger(), applicationName: "test" });
  return {
    db,
    url,
    async drop() {
      await db.close();
      await onServer(`drop database ${name} with (force)`);
    },
  };
}

async function onServer(sql: string): Promise<void> {
  const connection = { connectionString: inject("serverUrl") };
  const admin = connectDatabase({ connection, max: 1, log: silentLogger(), applicationName: "test" });
  try {
    await admin.run(sql);
  } finally {
    await admin.close();
  }
}
