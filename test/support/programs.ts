import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/**
 * The browser without a window of its own draws the same pages with two thirds of the work (a file of the console's tests:
 * 24 s of processor time for 34 s). Debian has it beside the whole browser, which does where this one is not to be had.
 */
const HEADLESS_SHELL = { path: "/usr/bin/chromium-headless-shell", inPackage: "chromium-headless-shell" };
const WHOLE_BROWSER = { path: "/usr/bin/chromium", inPackage: "chromium" };

/** What the tests of the command line run besides; where one is missing and cannot be brought, its tests are left out. */
const PROGRAMS = [
  { name: "fish", inPackage: "fish", tested: "completion in fish" },
  { name: "zsh", inPackage: "zsh", tested: "completion in zsh" },
  { name: "script", inPackage: "bsdutils", tested: "the command line in a terminal" },
];

/**
 * Brings the programs that tests need besides Node, where they are missing and one may install them; else says so. All
 * other tests run then: those in a browser fail, each saying why, as much of the console would go untested unnoticed.
 */
export default function setup(): void {
  const files = process.argv.slice(2).filter((argument) => argument.includes("test/"));
  const isAsked = (part: string) =>
    files.length === 0 || files.some((name) => name.includes(part) || part.includes(name));
  if (isAsked("test/console")) bringBrowser();
  if (!isAsked("test/cli")) return;
  const missing = PROGRAMS.filter(({ name }) => !isThere(name));
  if (missing.length > 0) install(missing.map(({ inPackage }) => inPackage));
  for (const { name, inPackage, tested } of missing.filter((one) => !isThere(one.name))) {
    console.warn(`${tested} is not tested here: ${name} is missing; install it (as root: ${commandFor([inPackage])})`);
  }
}

function bringBrowser(): void {
  if (process.env.CHROMIUM_PATH === undefined) {
    if (existsSync(HEADLESS_SHELL.path) || install([HEADLESS_SHELL.inPackage])) return;
    if (existsSync(WHOLE_BROWSER.path) || install([WHOLE_BROWSER.inPackage])) return;
  }
  if (!existsSync(browserPath())) console.warn(noBrowser());
}

/** The program of the browser that tests run: one that the environment names, else the first that is there; throws without. */
export function chromiumPath(): string {
  if (!existsSync(browserPath())) throw new Error(noBrowser());
  return browserPath();
}

function browserPath(): string {
  return process.env.CHROMIUM_PATH ?? (existsSync(HEADLESS_SHELL.path) ? HEADLESS_SHELL.path : WHOLE_BROWSER.path);
}

function noBrowser(): string {
  const command = commandFor([HEADLESS_SHELL.inPackage]);
  return `tests in a browser fail here: there is no ${browserPath()}; install one (as root: ${command}), or set CHROMIUM_PATH`;
}

/** Whether the program can be run here, in the form that the tests know (that of BSD's `script` is another). */
export function isThere(program: string): boolean {
  return spawnSync(program, ["--version"]).status === 0;
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
