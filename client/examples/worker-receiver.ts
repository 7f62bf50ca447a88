/** Receives callbacks in a worker, Deno or Bun: whatever calls the default export's `fetch` with a `Request`. */
import { createReceiver, type Receiver } from "@shelfwire/client/receiver";

/** One for the life of the worker, as it remembers what it has seen; several workers need `seen` in a store they share. */
let receiver: Receiver | undefined;

export default {
  fetch(request: Request, environment: { SHELFWIRE_SIGNING_SECRET: string }): Promise<Response> {
    receiver ??= createReceiver({
      secrets: environment.SHELFWIRE_SIGNING_SECRET.split(" "),
      onNotification: ({ session_uid, analysis_result_url }) => {
        console.log(`notified ${session_uid} ${analysis_result_url}`);
      },
    });
    return receiver.handle(request);
  },
};
