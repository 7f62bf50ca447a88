import { isIP } from "node:net";
import { type App, startApp } from "./app.ts";
import { type Config, readConfig } from "./config/config.ts";
import { STOP_TIMEOUT_MS } from "./config/limits.ts";
import { createLogger, type Logger } from "./lib/log.ts";
import { StartRefused } from "./lib/start-refused.ts";
import { SECOND } from "./lib/units.ts";
import { VERSION } from "./version.ts";

/** Exit code of a start that was refused because of the configuration or the surroundings. */
const REFUSED = 2;

/** Runs the service until it is told to stop (SIGINT, SIGTERM); a second signal ends it at once. */
export async function serve(environment: NodeJS.ProcessEnv): Promise<void> {
  const result = readConfig(environment);
  if (!result.ok) {
    process.stderr.write(`Shelfwire cannot start; ${result.mistakes.length} mistake(s) in the configuration:\n`);
    for (const mistake of result.mistakes) process.stderr.write(`  ${mistake}\n`);
    process.exitCode = REFUSED;
    return;
  }
  const { config } = result;
  const log = createLogger({ level: config.logLevel, readable: process.stdout.isTTY === true });
  for (const warning of config.warnings) log.warn(warning);
  warnOfPlainHttp(config, log);
  const interrupted = firstSignal();
  let app: App;
  try {
    app = await startApp(config, { log });
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    process.stderr.write(`Shelfwire cannot start: ${error.message}\n`);
    process.exitCode = REFUSED;
    return;
  }
  if (app.newOperatorToken !== undefined) showToken(app.newOperatorToken);
  log.info(
    { url: app.url, version: VERSION, roles: [...config.roles].join(), pid: process.pid },
    "Shelfwire is running",
  );
  const signal = await interrupted;
  log.info({ signal }, "stopping");
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS + 5 * SECOND).unref();
  await app.stop();
  log.info("stopped");
}

function firstSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let seen = false;
    function onSignal(signal: NodeJS.Signals): void {
      if (seen) process.exit(130);
      seen = true;
      resolve(signal);
    }
    process.on("SIGINT", onSignal);
    process.on("SIGTERM", onSignal);
  });
}

/** On standard output and nowhere else: not in the log, which is kept and shipped. */
function showToken(token: string): void {
  process.stdout.write(
    `\nThis is the operator token of this installation. It is shown this once; keep it in a safe place:\n\n  ${token}\n\n`,
  );
}

function warnOfPlainHttp(config: Config, log: Logger): void {
  const { host, tls } = config.http;
  const isLoopback = host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
  if (tls !== undefined || isLoopback) return;
  log.warn(
    { host },
    "listening on plain HTTP beyond this machine: put a TLS proxy in front or set SHELFWIRE_TLS_CERT_FILE",
  );
}
