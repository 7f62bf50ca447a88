/** The client of what the web console needs besides the operator's and the projects' API: sessions, figures, records. */
import { Caller, type CallerOptions } from "./caller.ts";
import type {
  AuditFilter,
  AuditPage,
  Overview,
  OverviewRange,
  ProjectSummary,
  Session,
  SystemRecord,
  UnknownLookup,
} from "./console-types.ts";

interface Abortable {
  signal?: AbortSignal;
}

interface Cursor extends Abortable {
  cursor?: string;
  limit?: number;
}

const SESSION = "/api/console/session";

export class ConsoleClient {
  readonly #caller: Caller;

  /** Without a token it relies on the session's cookie, which `fetch` sends. */
  constructor(options: CallerOptions) {
    this.#caller = new Caller(options);
  }

  /** Who is signed in. Throws `ShelfwireError` with status 401 where nobody is. */
  session({ signal }: Abortable = {}): Promise<Session> {
    return this.#caller.json({ method: "GET", path: SESSION, signal });
  }

  /** Exchanges a token for a session, whose cookie the answer sets. */
  signIn(token: string, { signal }: Abortable = {}): Promise<Session> {
    return this.#caller.json({ method: "POST", path: SESSION, json: { token }, signal });
  }

  /** Ends the session in the service. */
  async signOut({ signal }: Abortable = {}): Promise<void> {
    await this.#caller.send({ method: "DELETE", path: SESSION, signal });
  }

  /** Figures of the whole service, or of one project. */
  overview({ range, project, signal }: Abortable & { range: OverviewRange; project?: string }): Promise<Overview> {
    const query = { range };
    if (project === undefined) return this.#caller.operate("getOverview", { query, signal });
    return this.#caller.operate("getProjectOverview", { path: { project_name: project }, query, signal });
  }

  async projectSummaries({ signal }: Abortable = {}): Promise<ProjectSummary[]> {
    return (await this.#caller.operate("listProjectSummaries", { signal })).projects;
  }

  /** Lookup values that recent uploads were refused for. */
  async unknownLookups(project: string, { signal }: Abortable = {}): Promise<UnknownLookup[]> {
    const path = { project_name: project };
    return (await this.#caller.operate("listProjectUnknownLookups", { path, signal })).values;
  }

  system({ signal }: Abortable = {}): Promise<SystemRecord> {
    return this.#caller.operate("getSystem", { signal });
  }

  /** Changes of the whole installation, newest first. */
  audit(filter: AuditFilter = {}, { cursor, limit, signal }: Cursor = {}): Promise<AuditPage> {
    const query = { ...filter, cursor, limit };
    return this.#caller.json({ method: "GET", path: "/api/operator/audit", query, signal });
  }

  /** Changes of one project, newest first. */
  projectAudit(
    project: string,
    filter: Omit<AuditFilter, "project"> = {},
    { cursor, limit, signal }: Cursor = {},
  ): Promise<AuditPage> {
    const query = { ...filter, cursor, limit };
    return this.#caller.json({ method: "GET", path: `${of(project)}/audit`, query, signal });
  }
}

function of(project: string): string {
  return `/api/notifier/public/${encodeURIComponent(project)}`;
}
