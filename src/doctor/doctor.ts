/**
 * Whether the service can run here with this environment, and what is wrong: each check answers findings, and a cure
 * where it found something. Looks and changes nothing, but for a small file that it writes to the file store and
 * removes again. A running service is left alone; its database is looked at beside it.
 */
import { type Config, readConfig } from "../config/config.ts";
import { checkAddress } from "./address-check.ts";
import { checkCallbacks } from "./callbacks-check.ts";
import { checkDatabase } from "./database-check.ts";
import { type Finding, fail, ok, reasonOf, warn } from "./finding.ts";
import { checkFolder } from "./folder-check.ts";
import { checkTls } from "./tls-check.ts";

export type { Finding } from "./finding.ts";

export interface DoctorOptions {
  environment: NodeJS.ProcessEnv;
  /** Callback URLs to look at besides those that are subscribed. */
  callbackUrls: readonly string[];
  nowMs: number;
}

/** Runs the checks one after the other; never throws. */
export async function* examine(options: DoctorOptions): AsyncGenerator<Finding, void, void> {
  yield checkNode(process.versions.node);
  const result = readConfig(options.environment);
  if (!result.ok) {
    for (const mistake of result.mistakes)
      yield fail("settings", mistake, "mend the environment; see docs/operating.md");
    yield fail("settings", "nothing else was checked, as the settings are not complete", "mend them and ask again");
    return;
  }
  const { config } = result;
  yield ok("settings", `no mistakes; roles ${[...config.roles].join(", ")}`);
  for (const warning of config.warnings) yield warn("settings", warning, "mend the environment; see docs/operating.md");
  for (const [name, check] of CHECKS) yield* guarded(name, check, config, options);
}

type Check = (config: Config, options: DoctorOptions) => AsyncIterable<Finding>;

const CHECKS: readonly (readonly [name: string, check: Check])[] = [
  ["data folder", checkFolder],
  ["database", checkDatabase],
  ["address", checkAddress],
  ["TLS", checkTls],
  ["callbacks", checkCallbacks],
];

/** A check that itself fails is a finding as well. */
async function* guarded(
  name: string,
  check: Check,
  config: Config,
  options: DoctorOptions,
): AsyncGenerator<Finding, void, void> {
  try {
    yield* check(config, options);
  } catch (error) {
    yield fail(name, `the check itself failed: ${reasonOf(error)}`, "report it");
  }
}

const NODE_MIN = [22, 18] as const;

function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isNew = major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1]);
  if (isNew) return ok("node", `Node ${version}`);
  return fail("node", `Node ${version} is too old`, `"npm ci" brings one; ${NODE_MIN.join(".")} or newer is needed`);
}
