import { type Queryable, statement, type Tx } from "../db/database.ts";

/** One process at a time looks at the facts of a new installation, until its transaction ends. */
export async function lockInstallation(tx: Tx): Promise<void> {
  await tx.rows(LOCK_INSTALLATION);
}

const LOCK_INSTALLATION = statement("lock_installation", "select pg_advisory_xact_lock(7164220)");

/** The value kept under the name; `value` where there was none yet. */
export async function keepFact(tx: Queryable, name: string, value: string): Promise<string> {
  await tx.execute(INSERT_FACT, [name, value]);
  const row = await tx.one<{ value: string }>(SELECT_FACT, [name]);
  return row.value;
}

const INSERT_FACT = statement(
  "insert_fact",
  "insert into installation (name, value) values ($1, $2) on conflict do nothing",
);

const SELECT_FACT = statement("select_fact", "select value from installation where name = $1");

export async function replaceFact(tx: Tx, name: string, value: string): Promise<void> {
  await tx.execute(UPDATE_FACT, [name, value]);
}

const UPDATE_FACT = statement("update_fact", "update installation set value = $2 where name = $1");
