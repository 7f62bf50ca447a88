import type { FastifyRequest } from "fastify";
import type { Audit, AuditAction, AuditActor, AuditFacts, AuditNote } from "../audit/audit.ts";
import { OPERATOR_NAME } from "./authentication.ts";
import type { Server } from "./server.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** A note for the audit log: who asks, from where, and for which project are taken from the request. */
    note(action: AuditAction, what?: Partial<Pick<AuditFacts, "target" | "details" | "project" | "actor">>): AuditNote;
  }
}

/** Lets routes write what they change into the audit log. */
export function decorateWithNotes(server: Server, audit: Audit): void {
  server.decorateRequest("note", function note(action, what = {}) {
    return audit.note({ project: projectOf(this), actor: actorOf(this), ...what, action });
  });
}

function projectOf({ caller, namedProject }: FastifyRequest): string | null {
  return caller.kind === "project" ? caller.project.name : (namedProject?.name ?? null);
}

function actorOf({ caller, ip: address }: FastifyRequest): AuditActor {
  if (caller.kind !== "project") return { kind: "operator", userName: OPERATOR_NAME, address };
  return { kind: caller.isOperator ? "operator" : "project", userName: caller.userName, address };
}
