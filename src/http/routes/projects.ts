import { Type } from "typebox";
import { PROJECT_NAME_PATTERN } from "../../config/limits.ts";
import { problem } from "../../lib/problems.ts";
import { isReservedHeader, type Project, SettingsInput } from "../../projects/project.ts";
import type { Projects, RowsRemover } from "../../projects/projects.ts";
import { operatorProject } from "../authentication.ts";
import { errorAnswers, nullable, ProjectParams, Timestamp } from "../schemas.ts";
import type { Server } from "../server.ts";

const FieldList = Type.Array(Type.String(), { examples: [["manager_email"]] });

/** A project as the operator sees it; secrets are masked, but for signing secrets that this very request has set. */
const ProjectView = Type.Object(
  {
    name: Type.String({ examples: ["acme"] }),
    wave_types: Type.Array(Type.String(), { examples: [["all", "primary", "recalculate"]] }),
    mandatory_fields: Type.Object(
      { store: Type.Optional(FieldList), user: Type.Optional(FieldList), route: Type.Optional(FieldList) },
      { description: "Fields that rows must have besides those that are always mandatory" },
    ),
    payload_fields: Type.Array(Type.String(), {
      description: "Optional members of callbacks that are enabled",
      examples: [["store_number"]],
    }),
    callback_auth: Type.Union([Type.Null(), Type.Object({ header_name: Type.String(), header_value: Type.String() })], {
      description: "The header that callbacks carry; its value is masked",
      examples: [{ header_name: "X-API-Key", header_value: "****" }],
    }),
    signing: Type.Union([Type.Null(), Type.Object({ secrets: Type.Array(Type.String()) })], {
      description: "The secrets that sign callbacks, newest first; masked, but where this request has set them",
      examples: [{ secrets: ["whsec_C2FV****"] }],
    }),
    redeliver_on_recovery: Type.Boolean({ description: "What died in an outage is sent when the endpoint is back" }),
    lookup_policy: Type.String({ description: "`strict`, or `open`: unknown values are added", examples: ["strict"] }),
    list_key: Type.String({ description: "The name of lists in reads: `plural` or `singular`", examples: ["plural"] }),
    rate_limit: nullable(Type.Integer(), "Requests a second and token; null: the standard", null),
    creation_time: Timestamp,
  },
  { title: "Project" },
);

const NewProject = Type.Object(
  {
    name: Type.String({
      pattern: PROJECT_NAME_PATTERN,
      description: "Stands in paths; cannot be changed",
      examples: ["acme"],
    }),
    ...SettingsInput.properties,
  },
  {
    additionalProperties: false,
    title: "ProjectInput",
    examples: [{ name: "acme", payload_fields: ["store_number"], signing: { generate: true } }],
  },
);

const NO_PROJECT = { description: "There is no such project", messages: ["There is no project acme"] };
const WRONG_SETTINGS = {
  messages: [
    ["body.lookup_policy must be one of strict, open", 'body must not have the member "colour"'],
    "body.callback_auth.header_name must not be Host: the delivery sets that header itself",
  ],
};

interface Deps {
  projects: Projects;
  /** The fields that an entity has, to check `mandatory_fields` against. */
  fieldsOf: (entity: "store" | "user" | "route") => string[];
  removers: RowsRemover[];
}

const config = { access: "operator" } as const;
const PATH = "/api/operator/projects";
const ONE = `${PATH}/:project_name`;

/** Operator API: projects and their settings (decisions, section 8). */
export function projectRoutes(server: Server, deps: Deps): void {
  readRoutes(server, deps);
  createRoute(server, deps);
  changeRoute(server, deps);
  removeRoute(server, deps);
}

function readRoutes(server: Server, { projects }: Deps): void {
  server.get(
    PATH,
    {
      config,
      schema: {
        operationId: "listProjects",
        tags: ["Projects"],
        summary: "List the projects",
        response: { 200: Type.Object({ projects: Type.Array(ProjectView) }, { title: "ProjectList" }) },
        answers: { 200: { description: "By name" } },
      },
    },
    async () => ({
      projects: (await projects.list()).map((project) => viewOf(project)),
    }),
  );

  server.get(
    ONE,
    {
      config,
      schema: {
        operationId: "getProject",
        tags: ["Projects"],
        summary: "Read a project",
        params: ProjectParams,
        response: { 200: ProjectView, ...errorAnswers(401, 404) },
        answers: { 200: { description: "The project" }, 404: NO_PROJECT },
      },
    },
    async (request) => viewOf(operatorProject(request)),
  );
}

function createRoute(server: Server, { projects, fieldsOf }: Deps): void {
  server.post(
    PATH,
    {
      config,
      schema: {
        operationId: "createProject",
        tags: ["Projects"],
        summary: "Create a project",
        body: NewProject,
        response: { 201: ProjectView, ...errorAnswers(400, 401, 409) },
        answers: {
          201: { description: "Created; signing secrets are shown in this answer only", headers: ["Location"] },
          400: WRONG_SETTINGS,
          409: { description: "The name is taken", messages: ["There is a project acme already"] },
        },
      },
    },
    async (request, reply) => {
      const { name, ...input } = request.body;
      checkFieldNames(input, fieldsOf);
      checkCallbackHeader(input);
      const note = request.note("project.create", { project: name, target: name, details: settingsNoted(input) });
      const project = await projects.create(name, input, note);
      if (project === "name_taken") throw problem("conflict", `There is a project ${name} already`);
      reply.code(201).header("location", `${PATH}/${encodeURIComponent(name)}`);
      return viewOf(project, input);
    },
  );
}

function changeRoute(server: Server, { projects, fieldsOf }: Deps): void {
  server.patch(
    ONE,
    {
      config,
      schema: {
        operationId: "updateProject",
        tags: ["Projects"],
        summary: "Change settings of a project",
        description: "What is not named stays as it is.",
        params: ProjectParams,
        body: SettingsInput,
        response: { 200: ProjectView, ...errorAnswers(400, 401, 404) },
        answers: {
          200: { description: "The project as it is now; signing secrets that were just set are shown" },
          400: WRONG_SETTINGS,
          404: NO_PROJECT,
        },
      },
    },
    async (request) => {
      checkFieldNames(request.body, fieldsOf);
      checkCallbackHeader(request.body);
      const note = request.note("project.change", { details: settingsNoted(request.body) });
      return viewOf(await projects.change(operatorProject(request).projectId, request.body, note), request.body);
    },
  );
}

function removeRoute(server: Server, { projects, removers }: Deps): void {
  server.delete(
    ONE,
    {
      config,
      schema: {
        operationId: "deleteProject",
        tags: ["Projects"],
        summary: "Delete a project",
        description: "With everything that belongs to it: tokens, entities, jobs, subscription, deliveries.",
        params: ProjectParams,
        response: { 204: Type.Null(), ...errorAnswers(401, 404) },
        answers: { 204: { description: "Deleted" }, 404: NO_PROJECT },
      },
    },
    async (request, reply) => {
      const { projectId, name } = operatorProject(request);
      await projects.remove(projectId, removers, request.note("project.delete", { target: name }));
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

/** What was set, without secrets. */
function settingsNoted({ callback_auth: auth, signing, ...settings }: SettingsInput): Record<string, unknown> {
  return {
    ...settings,
    ...(auth !== undefined && { callback_auth: auth && { header_name: auth.header_name, header_value: "****" } }),
    ...(signing !== undefined && { signing: signing === null ? null : "****" }),
  };
}

/** Enough to tell two secrets apart. */
function mask(secret: string): string {
  return `${secret.slice(0, 10)}****`;
}
