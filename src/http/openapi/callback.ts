import { Type } from "typebox";
import type { Components } from "./components.ts";
import { exampleOf } from "./examples.ts";
import type { JsonObject } from "./json.ts";

/** interface, "Notification payload". */
export const NotificationPayload = Type.Object(
  {
    analysis_result_url: Type.String({
      format: "uri",
      description: "Where the analysis result (JSON) is",
      examples: ["https://results.example/3f2a.json"],
    }),
    session_uid: Type.String({ format: "uuid", description: "The session that the result was made for" }),
    source: Type.String({ description: "Always the same name of the service's maker", examples: ["Shelfwire"] }),
    store_number: Type.Optional(
      Type.String({ description: "Only where the operator has enabled it for the project", examples: ["0042"] }),
    ),
    client_session_id: Type.Optional(
      Type.String({ description: "Only where the operator has enabled it for the project", examples: ["visit-7781"] }),
    ),
  },
  { title: "NotificationPayload", additionalProperties: false },
);

/** The POST that callback URLs receive (interface, endpoint 8; decisions, section 4). */
export function AnalysisResultCallback(components: Components): JsonObject {
  const header = (name: string, description: string, example: string, required = true) => ({
    ...{ name, in: "header", required, description, schema: { type: "string" }, example },
  });
  return {
    post: {
      operationId: "receiveAnalysisResult",
      tags: ["Subscription"],
      summary: "An analysis result is available",
      description:
        "Sent to each URL of the subscription whose wave types match. Deliveries come at least once: drop what comes " +
        "again by `webhook-id`. Answer 2xx within 10 seconds, and work afterwards. Any other answer, a redirect too, is " +
        "tried again: up to 10 times within a minute, and up to 10 times more 15 minutes later.",
      security: [],
      parameters: [
        header("webhook-id", "The same over all attempts of a delivery", "0199e3b4-8d11-7a3c-b1f2-6a0d4c9e5b77"),
        header("webhook-timestamp", "Seconds since the epoch, of this attempt", "1795250000"),
        header(
          "webhook-signature",
          "Standard Webhooks, where the project has a signing secret: `v1,` and the base64 of HMAC-SHA256 over " +
            "`<webhook-id>.<webhook-timestamp>.<body>`; two of them, separated by a space, while a secret is replaced",
          "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
          false,
        ),
      ],
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: components.refer(NotificationPayload),
            example: exampleOf(NotificationPayload),
          },
        },
      },
      responses: {
        "2XX": { description: "Received; the delivery is done" },
        "4XX": { description: "Tried again; `Retry-After` of a 429 is heeded up to 10 minutes" },
        "5XX": { description: "Tried again; `Retry-After` of a 503 is heeded up to 10 minutes" },
      },
    },
  };
}
