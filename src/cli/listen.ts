import { type Command, Option } from "commander";
import { accessOf } from "./access-flags.ts";
import { collect, durationMs, wholeNumber } from "./arguments.ts";
import { CommandFailed, UsageError } from "./command-errors.ts";
import { addExamples } from "./examples.ts";
import { untilInterrupted } from "./interruption.ts";
import { stepsForLocalService } from "./listen-help.ts";
import { note } from "./output.ts";
import { projectClient, wantsJson } from "./settings.ts";

export interface ListenFlags {
  port: number;
  host: string;
  path: string;
  secret?: string[];
  fail?: number;
  times?: number;
  delay: number;
  forward?: string;
  count?: number;
  subscribe?: boolean;
  wave?: string[];
  publicUrl?: string;
}

/** `shelfwire listen`: a receiver of callbacks on this machine, to see and to try out. */
export function defineListen(command: Command): void {
  command
    .option("--port <number>", "listen on this port; 0 takes a free one", wholeNumber, 9000)
    .option("--host <address>", "listen on this address", "127.0.0.1")
    .option("--path <path>", "the path of the address to subscribe", "/")
    .addOption(
      new Option("--secret <whsec_...>", "check signatures with this secret; repeat while one is rotated")
        .argParser(collect)
        .env("SHELFWIRE_SIGNING_SECRET"),
    )
    .option("--fail <status>", "answer with this status, such as 503, instead of 204", wholeNumber)
    .option("--times <number>", "fail so many callbacks only, then acknowledge", wholeNumber)
    .option("--delay <duration>", "wait before answering, such as 500ms or 12s", durationMs, 0)
    .option("--forward <url>", "pass each callback on to this address and answer as it does")
    .option("--count <number>", "end after so many callbacks", wholeNumber)
    .option("--subscribe", "subscribe this receiver, and restore the subscription at the end")
    .option("--wave <type>", "with --subscribe where there is no subscription yet: its wave types", collect)
    .option("--public-url <url>", "with --subscribe: the address under which the service reaches this receiver")
    .action(listen);
  addExamples(
    command,
    [
      "shelfwire listen --subscribe",
      "shelfwire listen --port 9000 --secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      "shelfwire listen --fail 503 --times 3      # watch retries",
      "shelfwire listen --delay 12s               # longer than the service waits",
      "shelfwire listen --forward http://localhost:3000/hooks/shelf",
      "shelfwire listen --count 1 --json",
    ],
    `Each callback is shown with its headers and body; its signature is checked where a secret is given; one that came
before (the same webhook-id) is marked. Ctrl-C ends it, with exit code 0.
${stepsForLocalService("http://127.0.0.1:9000/")}`,
  );
}

async function listen(flags: ListenFlags, command: Command): Promise<void> {
  const { Receiver } = await import("./receiver.ts");
  const json = wantsJson(command);
  checkFlags(flags);
  const client = flags.subscribe ? await projectClient(command) : undefined;
  await untilInterrupted(async (signal) => {
    const receiver = new Receiver(flags, json);
    const localUrl = await receiver.start();
    const url = flags.publicUrl ?? localUrl;
    note(`Listening on ${localUrl}`);
    let restore = async () => {};
    try {
      if (client === undefined)
        note(
          `Subscribe it with: shelfwire subscription add ${url}${accessOf(command)}\n${stepsForLocalService(localUrl)}`,
        );
      else {
        const { subscribeReceiver } = await import("./listen-subscription.ts");
        restore = await subscribeReceiver(client, url, {
          waveTypes: flags.wave,
          steps: stepsForLocalService(localUrl),
        });
      }
      note("Waiting for callbacks; Ctrl-C ends it.\n");
      await receiver.untilEnough(signal);
    } finally {
      await receiver.stop();
      await restore();
    }
  });
}

function checkFlags({ fail, times, forward, secret, wave, publicUrl, subscribe }: ListenFlags): void {
  if (fail !== undefined && (fail < 100 || fail > 599))
    throw new UsageError("--fail: expected a status from 100 to 599");
  if (times !== undefined && fail === undefined) throw new UsageError("--times goes with --fail <status>");
  if (forward !== undefined && !(URL.canParse(forward) && /^https?:/.test(forward))) {
    throw new UsageError(`--forward ${forward}: expected an address such as http://localhost:3000/hook`);
  }
  const wrong = secret?.find((one) => !/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/.test(one));
  if (wrong !== undefined) throw new UsageError("--secret: expected whsec_ and base64 of 24 to 64 bytes");
  if (!subscribe && (wave !== undefined || publicUrl !== undefined)) {
    throw new UsageError("--wave and --public-url go with --subscribe");
  }
}

/** The port is taken, or the address is none of this machine. */
export function cannotListen(error: Error & { code?: string }, { host, port }: ListenFlags): CommandFailed {
  if (error.code === "EADDRINUSE") return new CommandFailed(`port ${port} is in use; choose another with --port, or 0`);
  return new CommandFailed(`cannot listen on ${host}, port ${port} (${error.code ?? error.message})`);
}
