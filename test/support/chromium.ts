import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Where Debian and Ubuntu put it; another place by the environment. */
export const CHROMIUM = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";

/** Brings the browser that the console's tests need, where it is missing and one may install it. */
export default function setup(): void {
  const files = process.argv.slice(2).filter((argument) => argument.includes("test/"));
  const isNeeded = files.length === 0 || files.some((name) => name.includes("console"));
  if (!isNeeded || existsSync(CHROMIUM)) return;
  const command = "apt-get install -y --no-install-recommends chromium";
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    throw new Error(`the console's tests need ${CHROMIUM}: install it (${command}), or set CHROMIUM_PATH`);
  }
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  execFileSync("apt-get", ["update", "-qq"], { env, stdio: ["ignore", "ignore", "inherit"] });
  execFileSync("apt-get", command.split(" ").slice(1), { env, stdio: ["ignore", "ignore", "inherit"] });
}
