import { type Static, Type } from "typebox";
import { AUDIT_ACTIONS, type Audit } from "../../audit/audit.ts";
import type { AuditRow } from "../../audit/audit-reads.ts";
import { problem } from "../../lib/problems.ts";
import { callerProject } from "../authentication.ts";
import { cursorQuery, NextCursor } from "../history-cursor.ts";
import { errorAnswers, nullable, ProjectParams, Timestamp } from "../schemas.ts";
import type { Server } from "../server.ts";

const AuditEntry = Type.Object(
  {
    audit_id: Type.String({ examples: ["4711"] }),
    time: Timestamp,
    project: nullable(Type.String(), "Null where the change concerns none", "acme"),
    actor: Type.Object({
      kind: Type.Enum(["operator", "project", "unknown"], {
        description: "`unknown`: whoever was refused to sign in without a token that was ever valid",
      }),
      user_name: Type.String({ description: "Empty where it is unknown", examples: ["integration"] }),
      address: Type.String({ description: "Of the client", examples: ["203.0.113.7"] }),
    }),
    action: Type.Enum([...AUDIT_ACTIONS], { examples: ["token.create"] }),
    target: nullable(Type.String(), "What was changed", "0199e3b4-7c1a-7d2e-9f60-3b1c5a7e9d24"),
    details: nullable(Type.Record(Type.String(), Type.Unknown()), "Without secrets", { user_name: "integration" }),
  },
  { title: "AuditEntry" },
);
const AuditPage = Type.Object({ entries: Type.Array(AuditEntry), next_cursor: NextCursor }, { title: "AuditPage" });
const filterFields = {
  user_name: Type.Optional(Type.String({ description: "By this user", examples: ["integration"] })),
  action: Type.Optional(Type.Enum([...AUDIT_ACTIONS], { description: "Of this kind" })),
  from: Type.Optional(Type.String({ format: "date-time", description: "At this time or later" })),
  to: Type.Optional(Type.String({ format: "date-time", description: "Before this time" })),
  ...cursorQuery,
};
const ProjectAuditQuery = Type.Object(filterFields);
const AuditQuery = Type.Object({
  project: Type.Optional(Type.String({ description: "Of the project of this name", examples: ["acme"] })),
  ...filterFields,
});

/** Who changed what: all of it for the operator, its own part for a project. */
export function auditRoutes(server: Server, { audit }: { audit: Audit }): void {
  const answers = { 200: { description: "Newest first" } };

  server.get(
    "/api/operator/audit",
    {
      config: { access: "operator" },
      schema: {
        operationId: "listAuditEntries",
        tags: ["Operations"],
        summary: "Read the audit log",
        description:
          "Every change by the operator or a project, kept also when the project is deleted, and sign-ins at the console. " +
          "Those that were refused (`session.refuse`) are counted: one entry a minute, address and token that was once " +
          "valid, with the number of attempts and of each reason in `details`.",
        querystring: AuditQuery,
        response: { 200: AuditPage, ...errorAnswers(400, 401, 403) },
        answers,
      },
    },
    async (request) => pageOf(audit, request.query, request.query.project),
  );

  server.get(
    "/api/notifier/public/:project_name/audit",
    {
      config: { access: "project" },
      schema: {
        operationId: "listProjectAuditEntries",
        tags: ["Projects"],
        summary: "Read the project's part of the audit log",
        params: ProjectParams,
        querystring: ProjectAuditQuery,
        response: { 200: AuditPage, ...errorAnswers(400, 401, 403) },
        answers,
      },
    },
    async (request) => {
      const { project } = callerProject(request);
      return pageOf(audit, request.query, project.name, project.createdAt);
    },
  );
}

/** `since`: a project sees nothing of an earlier one of its name. */
async function pageOf(
  audit: Audit,
  query: Static<typeof ProjectAuditQuery>,
  project: string | undefined,
  since?: Date,
): Promise<Static<typeof AuditPage>> {
  const { user_name: userName, action, cursor, limit } = query;
  const asked = query.from === undefined ? undefined : new Date(query.from);
  const from = since !== undefined && (asked === undefined || asked < since) ? since : asked;
  const to = query.to === undefined ? undefined : new Date(query.to);
  const page = await audit.list({ project, userName, action, from, to }, { before: beforeOf(cursor), limit });
  return { entries: page.rows.map(viewOf), next_cursor: String(page.nextBefore ?? "") };
}

function beforeOf(cursor: string | undefined): number | undefined {
  if (cursor === undefined || cursor === "") return undefined;
  if (!/^\d{1,15}$/.test(cursor)) throw problem("bad_request", "cursor must be the next_cursor of an earlier answer");
  return Number(cursor);
}

function viewOf(row: AuditRow): Static<typeof AuditEntry> {
  return {
    audit_id: String(row.audit_id),
    time: row.happened_at.toISOString(),
    project: row.project_name,
    actor: { kind: row.actor_kind, user_name: row.user_name, address: row.address },
    action: row.action,
    target: row.target,
    details: row.details,
  };
}
