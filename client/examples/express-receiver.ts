/** Receives callbacks in an Express app: `SHELFWIRE_SIGNING_SECRET=whsec_... node express-receiver.ts`. */
import { createReceiver } from "@shelfwire/client/receiver";
import express from "express";

const receiver = createReceiver({
  secrets: (process.env.SHELFWIRE_SIGNING_SECRET ?? "").split(" "),
  onNotification: ({ session_uid, analysis_result_url }) => {
    console.log(`notified ${session_uid} ${analysis_result_url}`);
  },
  onRefused: ({ reason, message }) => console.error(`refused ${reason}: ${message}`),
});

const app = express();
// The signature is over the raw bytes: this route stands before express.json().
app.post("/shelf", express.raw({ type: "application/json" }), receiver.node);
app.use(express.json());
app.post("/other", (request, answer) => {
  answer.json({ you_sent: request.body });
});

const server = app.listen(Number(process.env.PORT ?? 9000), "127.0.0.1", () => {
  console.log("listening", server.address());
});
