/** Receives callbacks with nothing but Node: `SHELFWIRE_SIGNING_SECRET=whsec_... node node-receiver.ts`. */
import { createServer } from "node:http";
import { createReceiver } from "@shelfwire/client/receiver";

const receiver = createReceiver({
  // Two, separated by a space, while a secret is rotated.
  secrets: (process.env.SHELFWIRE_SIGNING_SECRET ?? "").split(" "),
  onNotification: ({ session_uid, analysis_result_url }) => {
    // Put it into your queue and return: the service waits ten seconds for the answer.
    console.log(`notified ${session_uid} ${analysis_result_url}`);
  },
  onRefused: ({ reason, message }) => console.error(`refused ${reason}: ${message}`),
});

const server = createServer((request, answer) => {
  if (request.url?.startsWith("/shelf")) return receiver.node(request, answer);
  answer.writeHead(404).end();
});
server.listen(Number(process.env.PORT ?? 9000), "127.0.0.1", () => {
  console.log("listening", server.address());
});
