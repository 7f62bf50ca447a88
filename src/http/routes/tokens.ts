import { type Static, Type } from "typebox";
import type { Clock } from "../../lib/clock.ts";
import { problem } from "../../lib/problems.ts";
import type { Projects } from "../../projects/projects.ts";
import { operatorProject } from "../authentication.ts";
import { errorAnswers, ProjectParams, Timestamp } from "../schemas.ts";
import type { Server } from "../server.ts";

const NewToken = Type.Object(
  {
    user_name: Type.String({
      ...{ minLength: 1, maxLength: 255, pattern: "\\S" },
      description: "Who acts with it; stands in subscriptions and jobs",
      examples: ["integration"],
    }),
    expires_at: Type.Optional(
      Type.String({
        format: "date-time",
        description: "365 days from now by default",
        examples: ["2027-06-30T00:00:00Z"],
      }),
    ),
  },
  { additionalProperties: false, title: "TokenInput" },
);

const TokenId = Type.String({ format: "uuid", description: "Names the token without opening anything" });
const UserName = Type.String({ examples: ["integration"] });

const IssuedToken = Type.Object(
  {
    token_id: TokenId,
    token: Type.String({
      description: "Shown once; Shelfwire keeps only its hash",
      examples: ["uXb2n0e3Wm5yYt7cQ1rK9vLdP4sHj8aZ6fGxN2oEiUw"],
    }),
    user_name: UserName,
    expires_at: Timestamp,
  },
  { title: "IssuedToken" },
);

const TokenView = Type.Object(
  {
    token_id: TokenId,
    user_name: UserName,
    creation_time: Timestamp,
    expires_at: Timestamp,
    revoked_at: Type.Union([Timestamp, Type.Null()], { examples: [null] }),
    status: Type.Enum(["valid", "expired", "revoked"]),
  },
  { title: "Token" },
);
type TokenView = Static<typeof TokenView>;

const config = { access: "operator" } as const;
const PATH = "/api/operator/projects/:project_name/tokens";

interface Deps {
  projects: Projects;
  clock: Clock;
}

/** Operator API: tokens of a project (decisions, sections 1 and 8). */
export function tokenRoutes(server: Server, deps: Deps): void {
  issueRoute(server, deps);
  listRoute(server, deps);
  revokeRoute(server, deps);
}

function issueRoute(server: Server, { projects, clock }: Deps): void {
  server.post(
    PATH,
    {
      config,
      schema: {
        operationId: "issueToken",
        tags: ["Tokens"],
        summary: "Issue a token",
        description: "The token itself is in this answer only.",
        params: ProjectParams,
        body: NewToken,
        response: { 201: IssuedToken, ...errorAnswers(400, 401, 404) },
        answers: { 201: { description: "Issued" } },
      },
    },
    async (request, reply) => {
      const { user_name, expires_at } = request.body;
      const expiresAt = expires_at === undefined ? undefined : new Date(expires_at);
      if (expiresAt && expiresAt.getTime() <= clock.now()) {
        throw problem("bad_request", "body.expires_at must be in the future");
      }
      const note = request.note("token.create", { details: { user_name } });
      const issued = await projects.issueToken(operatorProject(request).projectId, user_name, expiresAt, note);
      reply.code(201);
      return {
        token_id: issued.tokenId,
        token: issued.token,
        user_name: issued.userName,
        expires_at: issued.expiresAt.toISOString(),
      };
    },
  );
}

function listRoute(server: Server, { projects, clock }: Deps): void {
  server.get(
    PATH,
    {
      config,
      schema: {
        operationId: "listTokens",
        tags: ["Tokens"],
        summary: "List the tokens",
        params: ProjectParams,
        answers: { 200: { description: "All of them, expired and revoked ones too" } },
        response: { 200: Type.Object({ tokens: Type.Array(TokenView) }), ...errorAnswers(401, 404) },
      },
    },
    async (request) => {
      const tokens = await projects.tokens(operatorProject(request).projectId);
      return {
        tokens: tokens.map(
          (token): TokenView => ({
            token_id: token.token_id,
            user_name: token.user_name,
            creation_time: token.created_at.toISOString(),
            expires_at: token.expires_at.toISOString(),
            revoked_at: token.revoked_at?.toISOString() ?? null,
            status: token.revoked_at ? "revoked" : token.expires_at.getTime() <= clock.now() ? "expired" : "valid",
          }),
        ),
      };
    },
  );
}

function revokeRoute(server: Server, { projects }: Deps): void {
  const OneToken = Type.Object({
    ...ProjectParams.properties,
    token_id: Type.String({
      description: "From the list of tokens",
      examples: ["0199e3b4-7c1a-7d2e-9f60-3b1c5a7e9d24"],
    }),
  });
  server.delete(
    `${PATH}/:token_id`,
    {
      config,
      schema: {
        operationId: "revokeToken",
        tags: ["Tokens"],
        summary: "Revoke a token",
        description: "Requests with it are 401 from now on.",
        params: OneToken,
        response: { 204: Type.Null(), ...errorAnswers(401, 404) },
        answers: {
          204: { description: "Revoked" },
          404: { messages: ["The project has no such token", "There is no project acme"] },
        },
      },
    },
    async (request, reply) => {
      const { token_id } = request.params;
      const { projectId } = operatorProject(request);
      const note = request.note("token.revoke", { target: token_id });
      const known = isUuid(token_id) && (await projects.revokeToken(projectId, token_id, note));
      if (!known) throw problem("not_found_because", "The project has no such token");
      return reply.code(204).send(null);
    },
  );
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
