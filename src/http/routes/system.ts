import { Type } from "typebox";
import type { System } from "../../console/system.ts";
import { errorAnswers, nullable, Timestamp } from "../schemas.ts";
import type { Server } from "../server.ts";

const DatabaseView = Type.Object(
  {
    version: Type.String({ examples: ["18.4"] }),
    embedded: Type.Boolean({ description: "Run by the service itself, under its data folder" }),
    bytes: Type.Integer({ examples: [48_000_000] }),
    tables: Type.Array(
      Type.Object({
        name: Type.String({ examples: ["settled_deliveries"] }),
        bytes: Type.Integer({ description: "With indexes and partitions" }),
        rows_estimate: Type.Integer({ description: "As the database last counted" }),
      }),
      { description: "The largest first" },
    ),
  },
  { title: "DatabaseState" },
);
const ProcessView = Type.Object(
  {
    process_id: Type.String({ examples: ["3"] }),
    host: Type.String({ examples: ["shelfwire-1"] }),
    pid: Type.Integer({ examples: [4_711] }),
    roles: Type.Array(Type.String(), { examples: [["api", "deliver", "import"]] }),
    version: Type.String({ examples: ["0.1.0"] }),
    started_at: Timestamp,
    last_beat_at: Timestamp,
    is_this: Type.Boolean({ description: "Whether it is the one that answers" }),
  },
  { title: "ServiceProcess" },
);
const QueueView = Type.Object(
  {
    pending: Type.Integer({ examples: [12] }),
    leased: Type.Integer({ examples: [3] }),
    dead: Type.Integer({ examples: [0] }),
    oldest_due_seconds: nullable(Type.Number(), "How long the oldest delivery that is due has been waiting", null),
    failing_endpoints: Type.Integer({ examples: [0] }),
    jobs_queued: Type.Integer({ examples: [0] }),
    jobs_running: Type.Integer({ examples: [1] }),
  },
  { title: "QueueState" },
);
const SystemView = Type.Object(
  {
    version: Type.String({ examples: ["0.1.0"] }),
    node_version: Type.String({ examples: ["v24.21.0"] }),
    started_at: Timestamp,
    database: DatabaseView,
    processes: Type.Array(ProcessView, { description: "All that share the database" }),
    queue: QueueView,
    retention: Type.Array(
      Type.Object({ name: Type.String({ examples: ["audit log"] }), days: Type.Number({ examples: [365] }) }),
    ),
    limits: Type.Array(
      Type.Object({
        name: Type.String({ examples: ["one attempt"] }),
        value: Type.Number({ examples: [10] }),
        unit: Type.String({ examples: ["seconds"] }),
      }),
    ),
    configuration: Type.Array(
      Type.Object({
        name: Type.String({ examples: ["SHELFWIRE_PORT"] }),
        value: Type.String({ description: "Secrets are masked", examples: ["8080"] }),
        source: Type.Enum(["environment", "default", "generated"]),
      }),
      { description: "Of the process that answers" },
    ),
  },
  { title: "SystemState" },
);

/** Operator API: processes, database, limits and configuration. */
export function systemRoutes(server: Server, { system }: { system: System }): void {
  server.get(
    "/api/operator/system",
    {
      config: { access: "operator" },
      schema: {
        operationId: "getSystem",
        tags: ["Operations"],
        summary: "The state of the installation",
        response: { 200: SystemView, ...errorAnswers(401, 403) },
        answers: { 200: { description: "As of now" } },
      },
    },
    async () => system.read(),
  );
}
