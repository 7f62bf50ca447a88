import { Type } from "typebox";
import { PROJECT_NAME_PATTERN } from "../../config/limits.ts";
import { problem } from "../../lib/problems.ts";
import { isReservedHeader, type Project, SettingsInput } from "../../projects/project.ts";
import type { Projects, RowsRemover } from "../../projects/projects.ts";
import { operatorProject } from "../authentication.ts";
import { errorAnswers, ProjectParams, Timestamp } from "../schemas.ts";
import type { Server } from "../server.ts";

const FieldList = Type.Array(Type.String());

/** A project as the operator sees it; secrets are masked, but for signing secrets that this very request has set. */
const ProjectView = Type.Object({
  name: Type.String(),
  wave_types: Type.Array(Type.String()),
  mandatory_fields: Type.Object({
    store: Type.Optional(FieldList),
    user: Type.Optional(FieldList),
    route: Type.Optional(FieldList),
  }),
  payload_fields: Type.Array(Type.String()),
  callback_auth: Type.Union([Type.Null(), Type.Object({ header_name: Type.String(), header_value: Type.String() })]),
  signing: Type.Union([Type.Null(), Type.Object({ secrets: Type.Array(Type.String()) })]),
  redeliver_on_recovery: Type.Boolean(),
  lookup_policy: Type.String(),
  list_key: Type.String(),
  rate_limit: Type.Union([Type.Null(), Type.Integer()]),
  creation_time: Timestamp,
});

const NewProject = Type.Object(
  { name: Type.String({ pattern: PROJECT_NAME_PATTERN }), ...SettingsInput.properties },
  { additionalProperties: false },
);

interface Deps {
  projects: Projects;
  /** The fields that an entity has, to check `mandatory_fields` against. */
  fieldsOf: (entity: "store" | "user" | "route") => string[];
  removers: RowsRemover[];
}

/** Operator API: projects and their settings (decisions, section 8). */
export function projectRoutes(server: Server, { projects, fieldsOf, removers }: Deps): void {
  const config = { access: "operator" } as const;
  const path = "/api/operator/projects";
  const one = `${path}/:project_name`;

  server.get(
    path,
    { config, schema: { response: { 200: Type.Object({ projects: Type.Array(ProjectView) }) } } },
    async () => ({
      projects: (await projects.list()).map((project) => viewOf(project)),
    }),
  );

  server.post(
    path,
    { config, schema: { body: NewProject, response: { 201: ProjectView, ...errorAnswers(400, 401, 409) } } },
    async (request, reply) => {
      const { name, ...input } = request.body;
      checkFieldNames(input, fieldsOf);
      checkCallbackHeader(input);
      const project = await projects.create(name, input);
      if (project === "name_taken") throw problem("conflict", `There is a project ${name} already`);
      reply.code(201).header("location", `${path}/${encodeURIComponent(name)}`);
      return viewOf(project, input);
    },
  );

  server.get(
    one,
    { config, schema: { params: ProjectParams, response: { 200: ProjectView, ...errorAnswers(401, 404) } } },
    async (request) => viewOf(operatorProject(request)),
  );

  server.patch(
    one,
    {
      config,
      schema: {
        params: ProjectParams,
        body: SettingsInput,
        response: { 200: ProjectView, ...errorAnswers(400, 401, 404) },
      },
    },
    async (request) => {
      checkFieldNames(request.body, fieldsOf);
      checkCallbackHeader(request.body);
      return viewOf(await projects.change(operatorProject(request).projectId, request.body), request.body);
    },
  );

  server.delete(
    one,
    { config, schema: { params: ProjectParams, response: { 204: Type.Null(), ...errorAnswers(401, 404) } } },
    async (request, reply) => {
      await projects.remove(operatorProject(request).projectId, removers);
      return reply.code(204).send(null);
    },
  );
}

function checkFieldNames(input: SettingsInput, fieldsOf: Deps["fieldsOf"]): void {
  for (const entity of ["store", "user", "route"] as const) {
    const known = fieldsOf(entity);
    const unknown = (input.mandatory_fields?.[entity] ?? []).filter((field) => !known.includes(field));
    if (unknown.length === 0) continue;
    const sentence = `body.mandatory_fields.${entity} names unknown fields: ${unknown.join(", ")}; known: ${known.join(", ")}`;
    throw problem("bad_request", sentence);
  }
}

function checkCallbackHeader({ callback_auth: auth }: SettingsInput): void {
  if (!auth || !isReservedHeader(auth.header_name)) return;
  throw problem(
    "bad_request",
    `body.callback_auth.header_name must not be ${auth.header_name}: the delivery sets that header itself`,
  );
}

function viewOf(project: Project, justSet?: SettingsInput) {
  const { settings, callbackAuth, signingSecrets } = project;
  const shown = justSet?.signing ? signingSecrets : signingSecrets.map(mask);
  return {
    name: project.name,
    wave_types: settings.waveTypes,
    mandatory_fields: settings.mandatoryFields,
    payload_fields: settings.payloadFields,
    callback_auth: callbackAuth && { header_name: callbackAuth.headerName, header_value: "****" },
    signing: shown.length > 0 ? { secrets: shown } : null,
    redeliver_on_recovery: settings.redeliverOnRecovery,
    lookup_policy: settings.lookupPolicy,
    list_key: settings.listKey,
    rate_limit: settings.rateLimit,
    creation_time: project.createdAt.toISOString(),
  };
}

/** Enough to tell two secrets apart. */
function mask(secret: string): string {
  return `${secret.slice(0, 10)}****`;
}
