import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The right to one data folder, held by one process at a time. */
export interface FolderLock {
  release(): void;
}

export type FolderLockResult = { taken: true; lock: FolderLock } | { taken: false; holderPid: number };

/**
 * Takes `<folder>/shelfwire.pid`. The file names a process and when that process started, so that a number that the
 * system has given to another process since is not mistaken for the holder.
 */
export function lockFolder(folder: string): FolderLockResult {
  const file = join(folder, "shelfwire.pid");
  const mine = `${process.pid} ${startOf(process.pid)}\n`;
  const draft = `${file}.${process.pid}`;
  for (;;) {
    // A hard link appears whole or not at all, and fails where the name is taken.
    writeFileSync(draft, mine, { mode: 0o600 });
    try {
      linkSync(draft, file);
      return { taken: true, lock: { release: () => releaseOwn(file, mine) } };
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw error;
    } finally {
      unlinkSync(draft);
    }
    const holder = readHolder(file);
    if (holder === undefined) continue;
    if (holder.alive) return { taken: false, holderPid: holder.pid };
    removeStale(file, holder.text);
  }
}

/** The number of the living process that holds the folder, if one does. */
export function folderHolder(folder: string): number | undefined {
  const holder = readHolder(join(folder, "shelfwire.pid"));
  return holder?.alive ? holder.pid : undefined;
}

function readHolder(file: string): { pid: number; alive: boolean; text: string } | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
  const [pidText = "", start = ""] = text.trim().split(" ");
  const pid = Number(pidText);
  const alive = Number.isInteger(pid) && pid > 0 && isAlive(pid) && startOf(pid) === start;
  return { pid, alive, text };
}

/** Two processes may find the same stale file; whoever moved a fresh one away by mistake puts it back. */
function removeStale(file: string, staleText: string): void {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return;
    throw error;
  }
  if (readFileSync(aside, "utf8") !== staleText) linkSync(aside, file);
  unlinkSync(aside);
}

function releaseOwn(file: string, mine: string): void {
  try {
    if (readFileSync(file, "utf8") === mine) unlinkSync(file);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, "EPERM");
  }
}

/** When a process started, in clock ticks since boot; empty where the system has no /proc. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
