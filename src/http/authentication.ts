/**
 * Who calls. Every route says who may use it (`config.access`); a request that is not theirs is refused before its
 * body is read. Credentials are `Authorization: Auth-Token <token>` or the header `Auth-Token: <token>` (decisions,
 * section 1), for projects and for the operator alike. A request without any may come from the console, with the cookie
 * of a session; what changes something must then name the session's CSRF token. The operator's session opens every
 * project's routes.
 */
import { timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { HttpConfig } from "../config/config.ts";
import { problem } from "../lib/problems.ts";
import type { Project } from "../projects/project.ts";
import { hashToken, type Projects } from "../projects/projects.ts";
import type { ConsoleSession, Sessions } from "../projects/sessions.ts";
import { pathOf } from "./errors.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import { isOwnPagesRequest, sessionSecretOf } from "./session-cookie.ts";

/**
 * project: a token of the project that the path names. operator: the operator token. public: anybody.
 * signed: the route checks a signed link or, with `Authentication.project`, a token itself.
 */
export type Access = "project" | "operator" | "public" | "signed";

export type Caller =
  /** `isOperator`: the operator, in the console, on the project's behalf. */
  | { kind: "project"; project: Project; userName: string; tokenId: string; via: Via; isOperator: boolean }
  | { kind: "operator"; via: Via }
  | { kind: "anybody" };

/** A token in a header, or the console's cookie. */
export type Via = "token" | "session";

declare module "fastify" {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    caller: Caller;
    /** The project that an operator's path names. */
    namedProject: Project | undefined;
  }
}

/** The user name of what the operator does for a project. */
export const OPERATOR_NAME = "operator";

export class Authentication {
  readonly #projects: Projects;
  readonly #sessions: Sessions;
  readonly #operatorTokenHash: Buffer;
  readonly #rateLimiter: RateLimiter;
  readonly #http: HttpConfig;

  constructor(deps: {
    projects: Projects;
    sessions: Sessions;
    operatorTokenHash: Buffer;
    rateLimiter: RateLimiter;
    http: HttpConfig;
  }) {
    this.#projects = deps.projects;
    this.#sessions = deps.sessions;
    this.#operatorTokenHash = deps.operatorTokenHash;
    this.#rateLimiter = deps.rateLimiter;
    this.#http = deps.http;
  }

  /** The hook of every route. */
  async check(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    this.#checkVersion(request);
    switch (request.routeOptions.config.access) {
      case "project":
        request.caller = await this.project(request, reply);
        return;
      case "operator":
        await this.#checkOperator(request);
        return;
      default:
        return;
    }
  }

  /** The project whose token the request carries; 401 without one, 403 where the path names another project, 429 over the limit. */
  async project(request: FastifyRequest, reply: FastifyReply): Promise<Extract<Caller, { kind: "project" }>> {
    const token = tokenOf(request);
    if (token === undefined && sessionSecretOf(request) !== undefined) return this.#projectOfSession(request, reply);
    const holder = token === undefined ? undefined : await this.#projects.holderOf(token);
    if (holder === undefined) throw unauthorized();
    this.#limitRate(holder.tokenId, holder.project.settings.rateLimit ?? this.#http.rateLimit, reply);
    const named = paramOf(request, "project_name");
    if (named !== undefined && named !== holder.project.name) throw problem("forbidden_resource", pathOf(request));
    return { kind: "project", via: "token", isOperator: false, ...holder };
  }

  async #projectOfSession(request: FastifyRequest, reply: FastifyReply): Promise<Extract<Caller, { kind: "project" }>> {
    const session = await this.#session(request);
    const named = paramOf(request, "project_name");
    if (session.kind === "project") {
      const { project, userName, tokenId } = session;
      this.#limitRate(tokenId, project.settings.rateLimit ?? this.#http.rateLimit, reply);
      if (named !== undefined && named !== project.name) throw problem("forbidden_resource", pathOf(request));
      return { kind: "project", via: "session", isOperator: false, project, userName, tokenId };
    }
    const project = named === undefined ? undefined : await this.#projects.byName(named);
    if (project === undefined) throw problem("forbidden_resource", pathOf(request));
    return {
      kind: "project",
      via: "session",
      isOperator: true,
      project,
      userName: OPERATOR_NAME,
      tokenId: OPERATOR_NAME,
    };
  }

  async #session(request: FastifyRequest): Promise<ConsoleSession> {
    const secret = sessionSecretOf(request);
    const session = secret === undefined ? undefined : await this.#sessions.find(secret);
    if (secret === undefined || session === undefined) throw unauthorized();
    if (!isOwnPagesRequest(request, secret, this.#http)) throw problem("csrf_refused");
    return session;
  }

  async #checkOperator(request: FastifyRequest): Promise<void> {
    request.caller = { kind: "operator", via: await this.#operatorVia(request) };
    const named = paramOf(request, "project_name");
    if (named === undefined) return;
    request.namedProject = await this.#projects.byName(named);
    if (request.namedProject === undefined) throw problem("not_found_because", `There is no project ${named}`);
  }

  /** How the operator comes; throws 401 for nobody, 403 for a project. */
  async #operatorVia(request: FastifyRequest): Promise<Via> {
    const token = tokenOf(request);
    if (token === undefined) {
      if ((await this.#session(request)).kind === "operator") return "session";
      throw problem("forbidden_resource", pathOf(request));
    }
    if (timingSafeEqual(hashToken(token), this.#operatorTokenHash)) return "token";
    const holder = await this.#projects.holderOf(token);
    throw holder === undefined ? unauthorized() : problem("forbidden_resource", pathOf(request));
  }

  #checkVersion(request: FastifyRequest): void {
    const version = paramOf(request, "version_number");
    if (version === undefined || this.#http.apiVersions.includes(version.toLowerCase())) return;
    const supported = this.#http.apiVersions.join(", ");
    throw problem("not_found_because", `Unknown API version ${version}; supported: ${supported}`);
  }

  #limitRate(tokenId: string, limit: number, reply: FastifyReply): void {
    const { allowed, remaining, resetSeconds } = this.#rateLimiter.take(tokenId, limit);
    const headers = {
      "ratelimit-policy": `"default";q=${limit};w=1`,
      ratelimit: `"default";r=${remaining};t=${resetSeconds}`,
    };
    reply.headers(headers);
    if (allowed) return;
    const sentence = `More than ${limit} requests a second with this token; wait and try again`;
    throw problem("too_many_requests", sentence, { ...headers, "retry-after": String(resetSeconds) });
  }
}

/** The project and user behind a request to a route with access "project". */
export function callerProject(request: FastifyRequest): Extract<Caller, { kind: "project" }> {
  if (request.caller.kind !== "project") throw new Error("this route has no project caller");
  return request.caller;
}

/** The project named by an operator's path. */
export function operatorProject(request: FastifyRequest): Project {
  if (request.namedProject === undefined) throw new Error("this route names no project");
  return request.namedProject;
}

function tokenOf(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers;
  const direct = request.headers["auth-token"];
  // A gateway in front may use `Authorization` with a scheme of its own.
  if (authorization !== undefined && (direct === undefined || /^auth-token\b/i.test(authorization))) {
    return /^auth-token[ \t]+([\x21-\x7e]{1,512})[ \t]*$/i.exec(authorization)?.[1];
  }
  return typeof direct === "string" && direct.trim() !== "" ? direct.trim() : undefined;
}

function paramOf(request: FastifyRequest, name: string): string | undefined {
  const params: unknown = request.params;
  if (typeof params !== "object" || params === null) return undefined;
  const value: unknown = Reflect.get(params, name);
  return typeof value === "string" ? value : undefined;
}

function unauthorized() {
  return problem("incorrect_token", "", { "www-authenticate": "Auth-Token" });
}
