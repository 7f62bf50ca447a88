import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectDatabase, type Database } from "../../src/db/database.ts";
import { EmbeddedPostgres } from "../../src/db/embedded-postgres.ts";
import { migrate } from "../../src/db/migrate.ts";
import { silentLogger } from "../../src/lib/log.ts";

/** A PostgreSQL of its own with the product's settings, full durability included. */
export class BenchDatabase {
  #server: EmbeddedPostgres;
  readonly #folder: string;
  readonly #isKept: boolean;

  private constructor(server: EmbeddedPostgres, folder: string, isKept: boolean) {
    this.#server = server;
    this.#folder = folder;
    this.#isKept = isKept;
  }

  /** In a folder that goes with it, or in the one that is given, which stays. */
  static async start(kept?: string): Promise<BenchDatabase> {
    const folder = kept ?? mkdtempSync(join(tmpdir(), "shelfwire-bench-"));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const server = EmbeddedPostgres.prepare(folder, silentLogger());
    if (typeof server === "string") throw new Error(server);
    await server.start();
    return new BenchDatabase(server, folder, kept !== undefined);
  }

  /** A fresh database with all migrations, and its URL. */
  async create(name: string): Promise<{ db: Database; url: string }> {
    const admin = this.connect("postgres");
    await admin.run(`create database ${name}`);
    await admin.close();
    const db = this.connect(name);
    const migration = await migrate(db, silentLogger());
    if (!migration.ok) throw new Error(migration.reason);
    return { db, url: this.urlOf(name) };
  }

  urlOf(name: string): string {
    const { host, user, password } = this.#server.connection;
    return `postgresql://${user}:${String(password)}@/${name}?host=${encodeURIComponent(String(host))}`;
  }

  connect(name: string): Database {
    const connection = { ...this.#server.connection, database: name };
    return connectDatabase({ connection, max: 6, log: silentLogger(), applicationName: "bench" });
  }

  /** Writes out what earlier measurements left, so that the next one does not pay for it. */
  async settle(): Promise<void> {
    const admin = this.connect("postgres");
    await admin.run("checkpoint");
    await admin.close();
  }

  /** Counts statements from now on; the server is started again for it. */
  async countStatements(): Promise<void> {
    const admin = this.connect("postgres");
    await admin.run("alter system set shared_preload_libraries = 'pg_stat_statements'");
    await admin.close();
    await this.#server.stop();
    const again = EmbeddedPostgres.prepare(this.#folder, silentLogger());
    if (typeof again === "string") throw new Error(again);
    await again.start();
    this.#server = again;
  }

  async stop(): Promise<void> {
    await this.#server.stop();
    if (!this.#isKept) rmSync(this.#folder, { recursive: true, force: true });
  }
}
