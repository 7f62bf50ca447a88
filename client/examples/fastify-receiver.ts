/** Receives callbacks in a Fastify app: `SHELFWIRE_SIGNING_SECRET=whsec_... node fastify-receiver.ts`. */
import { createReceiver } from "@shelfwire/client/receiver";
import fastify, { type FastifyInstance } from "fastify";

const receiver = createReceiver({
  secrets: (process.env.SHELFWIRE_SIGNING_SECRET ?? "").split(" "),
  onNotification: ({ session_uid, analysis_result_url }) => {
    console.log(`notified ${session_uid} ${analysis_result_url}`);
  },
  onRefused: ({ reason, message }) => console.error(`refused ${reason}: ${message}`),
});

const app = fastify();
// A parser set within `register` holds for its routes only: here bodies stay bytes, elsewhere they are parsed as ever.
app.register(async (scope: FastifyInstance) => {
  scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  scope.post<{ Body: Buffer }>("/shelf", async ({ method, url, headers, body }, reply) => {
    const answer = await receiver.receive({ method, url, headers, body });
    return reply.code(answer.status).headers(answer.headers).send(answer.body);
  });
});
app.post("/other", async ({ body }) => ({ you_sent: body }));

await app.listen({ port: Number(process.env.PORT ?? 9000), host: "127.0.0.1" });
console.log("listening", app.server.address());
