/**
 * The demo: the whole work of Shelfwire before your eyes, by the real service on a database of its own, a client's
 * uploads and reads, and a client's receivers. Every number is read from the service or counted by a receiver. It ends
 * with code 1 when something that it shows did not happen.
 */
import { ShelfwireError, UnreachableError } from "@shelfwire/client";
import { cities } from "./cities.ts";
import { DemoFailed, Interrupted } from "./expectations.ts";
import { count } from "./figures.ts";
import { type Options, readOptions } from "./options.ts";
import type { Retailer } from "./play.ts";
import type { Receiver } from "./receivers.ts";
import { manyCallbacksScene, oneCallbackScene } from "./scenes/callbacks.ts";
import { changesScene } from "./scenes/changes.ts";
import { filterScene } from "./scenes/filter.ts";
import { projectScene } from "./scenes/project.ts";
import { readsScene } from "./scenes/reads.ts";
import { startScene } from "./scenes/start.ts";
import { subscribeScene } from "./scenes/subscribe.ts";
import { uploadScene } from "./scenes/upload.ts";
import { lastLines, type RunningService } from "./service.ts";
import { Stage } from "./stage.ts";

const EXIT = { shown: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** What has to be ended, whatever happens. */
interface Opened {
  service?: RunningService;
  receivers: Receiver[];
}

interface Played {
  service: RunningService;
  retailer: Retailer;
  jobId: string;
  deliveryId: string;
}

const options = readOptions(process.argv.slice(2));
process.exitCode = "exitCode" in options ? options.exitCode : await run(options);

async function run(options: Options): Promise<number> {
  const stage = new Stage();
  const opened: Opened = { receivers: [] };
  const interruption = new AbortController();
  const interrupted = onInterrupt(() => interruption.abort(new Interrupted()));
  try {
    const played = await play(stage, options, opened, interruption.signal);
    stage.summary();
    if (options.exit) return EXIT.shown;
    tellWhatToTry(stage, played);
    await Promise.race([interrupted, played.service.ended]);
    if (interruption.signal.aborted) return EXIT.shown;
    throw new DemoFailed("the service has ended by itself");
  } catch (error) {
    stage.close();
    if (error instanceof Interrupted) return EXIT.interrupted;
    tellFailure(stage, error, opened);
    return EXIT.failed;
  } finally {
    stage.plain(stage.paint("dim", "\nStopping the service and removing its folder."));
    await endAll(opened);
  }
}

async function play(stage: Stage, options: Options, opened: Opened, signal: AbortSignal): Promise<Played> {
  stage.plain(stage.paint("bold", "Shelfwire: from an empty folder to stores uploaded, read and called back about"));
  const { service, operator } = await stage.scene("A fresh service", () =>
    startScene(stage, signal, (started) => {
      opened.service = started;
    }),
  );
  const places = cities(options.stores);
  const all = { stage, signal, service, operator, places };
  const { retailer } = await stage.scene("A project, its token and its lookups", () => projectScene(all));
  const { jobId } = await stage.scene(`A file of ${count(places.length)} stores`, () => uploadScene(all, retailer));
  await stage.scene("Reading them back", () => readsScene(all, retailer));
  await stage.scene("Changes by a second file", () => changesScene(all, retailer));
  const { endpoints } = await stage.scene("Three receivers and a subscription", () =>
    subscribeScene(all, retailer, opened.receivers),
  );
  const { deliveryId } = await stage.scene("One result, called back", () => oneCallbackScene(all, retailer, endpoints));
  await stage.scene("Many results at once", () => manyCallbacksScene(all, retailer, endpoints));
  await stage.scene("A second project with a filter", () => filterScene(all, retailer, opened.receivers));
  return { service, retailer, jobId, deliveryId };
}

function tellWhatToTry(stage: Stage, { service, retailer, jobId, deliveryId }: Played): void {
  stage.plain(`
${stage.paint("bold", "The service goes on running")}, and so do the receivers. In another terminal, in this folder:

   export SHELFWIRE_URL=${service.url}
   export SHELFWIRE_PROJECT=${retailer.projectName}
   export SHELFWIRE_TOKEN=${retailer.token}
   export SHELFWIRE_OPERATOR_TOKEN=${service.operatorToken}

   bin/shelfwire store list --where region_name=Iceland --sort -latitude
   bin/shelfwire job wait ${jobId}
   bin/shelfwire delivery get ${deliveryId}
   curl -H "Authorization: Auth-Token $SHELFWIRE_TOKEN" "$SHELFWIRE_URL/api/v4/${retailer.projectName}/entity/store?per_page=2"

Its database, files and log are in ${service.folder}.
${stage.paint("bold", "Ctrl-C")} stops it and removes all that.`);
}

/**
 * Calls back at each signal, and when nobody can see the demo any more (a closed terminal or pipe); resolves at the
 * first of them. The further ones are heard and change nothing: npm passes on the Ctrl-C that the terminal has sent
 * already, and the service stops within seconds.
 */
function onInterrupt(act: () => void): Promise<void> {
  return new Promise((resolve) => {
    function interrupt(): void {
      act();
      resolve();
    }
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, interrupt);
    for (const stream of [process.stdout, process.stderr]) stream.on("error", interrupt);
  });
}

function tellFailure(stage: Stage, error: unknown, { service }: Opened): void {
  const sentence = error instanceof Error ? error.message : String(error);
  const foreseen = error instanceof DemoFailed || error instanceof ShelfwireError || error instanceof UnreachableError;
  process.stderr.write(`\n${stage.paint("red", "The demo failed:")} ${sentence}\n`);
  if (!foreseen && error instanceof Error && error.stack) process.stderr.write(`${error.stack}\n`);
  const said = service ? lastLines(service.folder) : "";
  if (said !== "") process.stderr.write(`\nThe end of the service's log:\n${said}\n`);
}

async function endAll({ service, receivers }: Opened): Promise<void> {
  await service?.stop();
  for (const receiver of receivers) await receiver.stop();
}
