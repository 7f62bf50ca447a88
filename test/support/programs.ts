import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Where Debian and Ubuntu put it; another place by the environment. */
export const CHROMIUM = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
/** Their completion is tested where they are; without them the rest of the suite says as much. */
const SHELLS = ["fish", "zsh"];

/** Brings the programs that tests need besides Node, where they are missing and one may install them. */
export default function setup(): void {
  const files = process.argv.slice(2).filter((argument) => argument.includes("test/"));
  const isAsked = (part: string) => files.length === 0 || files.some((name) => name.includes(part));
  if (isAsked("console") && !existsSync(CHROMIUM) && !install(["chromium"])) {
    throw new Error(
      `the console's tests need ${CHROMIUM}: install it (${commandFor(["chromium"])}), or set CHROMIUM_PATH`,
    );
  }
  const missing = SHELLS.filter((shell) => spawnSync(shell, ["-c", "exit"]).status !== 0);
  if (!isAsked("test/cli") || missing.length === 0 || install(missing)) return;
  console.warn(`completion in ${missing.join(" and ")} is not tested here: install them (${commandFor(missing)})`);
}

/** Whether the packages are there now. */
function install(packages: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    execFileSync("apt-get", ["update", "-qq"], { env, stdio: ["ignore", "ignore", "inherit"] });
    execFileSync("apt-get", commandFor(packages).split(" ").slice(1), { env, stdio: ["ignore", "ignore", "inherit"] });
    return true;
  } catch {
    return false;
  }
}

function commandFor(packages: string[]): string {
  return `apt-get install -y --no-install-recommends ${packages.join(" ")}`;
}
