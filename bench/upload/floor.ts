import { type Database, statement } from "../../src/db/database.ts";
import { COLUMNS } from "./store-file.ts";

const BROUGHT = COLUMNS.filter((column) => column !== "store_number");
const STAGED = COLUMNS.map((column) => `s.${column}`).join(", ");

/** What the database can do at all, by hand-written SQL without any check. */
export class Floor {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async prepare(): Promise<void> {
    await this.#db.run("create table floor (like stores including all)");
  }

  /** Seconds of COPY by the server itself, from a clean CSV into an unlogged table, and of one MERGE. */
  async measure(path: string): Promise<{ copySeconds: number; mergeSeconds: number; seconds: number }> {
    await this.#db.run("drop table if exists staging");
    await this.#db.run("create unlogged table staging (like stores)");
    await this.#db.run("alter table staging drop column project_id, drop column updated_at");
    await this.#db.run("checkpoint");
    const started = performance.now();
    await this.#db.run(`copy staging (${COLUMNS.join(", ")}) from '${path}' (format csv, header)`);
    const copied = performance.now();
    // Without statistics the merge would be planned for a handful of rows.
    await this.#db.run("analyze staging");
    await this.#db.execute(MERGE);
    const merged = performance.now();
    await this.#db.run("drop table staging");
    return {
      copySeconds: (copied - started) / 1_000,
      mergeSeconds: (merged - copied) / 1_000,
      seconds: (merged - started) / 1_000,
    };
  }
}

const MERGE = statement(
  "",
  `merge into floor as t using staging as s on t.project_id = 1 and t.store_number = s.store_number
   when matched and row(${BROUGHT.map((column) => `t.${column}`).join(", ")})
     is distinct from row(${BROUGHT.map((column) => `s.${column}`).join(", ")})
     then update set ${BROUGHT.map((column) => `${column} = s.${column}`).join(", ")}, updated_at = now()
   when not matched then insert (project_id, ${COLUMNS.join(", ")}, updated_at) values (1, ${STAGED}, now())`,
);
