import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { SUBSCRIPTION_URLS_MAX } from "../../config/limits.ts";
import { problem } from "../../lib/problems.ts";
import { maskUrl } from "../../notifier/callback-url.ts";
import { withMasksLifted } from "../../notifier/masked-urls.ts";
import type { Notifier } from "../../notifier/notifier.ts";
import type { Subscription } from "../../notifier/subscriptions.ts";
import { callerProject } from "../authentication.ts";
import { errorAnswers, ProjectParams, Timestamp } from "../schemas.ts";
import type { Server } from "../server.ts";

const CallbackUrl = Type.String({
  description: "Absolute, `https:`, a public host, at most 2,048 characters; an API key may stand in its query",
  format: "uri",
  examples: ["https://receiver.example/callbacks?api_key=k-123"],
});
const WaveType = Type.String({ description: "`all`, or a wave type of the project", examples: ["primary"] });

const SubscriptionView = Type.Object(
  {
    last_update_time: Timestamp,
    user_name: Type.String({ description: "The API user that last set it", examples: ["integration"] }),
    url_list: Type.Array(CallbackUrl),
    wave_type_list: Type.Array(WaveType),
  },
  { title: "Subscription" },
);

/** For the reader of the API's description; the handler checks the body itself, since the contract fixes the messages. */
const SubscriptionInput = Type.Object(
  {
    url_list: Type.Array(CallbackUrl, {
      minItems: 1,
      maxItems: SUBSCRIPTION_URLS_MAX,
      description: "Duplicates count once",
    }),
    wave_type_list: Type.Array(WaveType, { minItems: 1 }),
  },
  { title: "SubscriptionInput" },
);

const Deleted = Type.Object({ message: Type.String({ examples: ["Subscription deleted"] }) });

/** The messages of a PUT, as the contract has them. */
const REFUSALS = {
  messages: [
    [
      "url_list should not be empty",
      "url_list must be an array",
      "wave_type_list should not be empty",
      "each value in wave_type_list must be a valid enum value",
      "wave_type_list must be an array",
    ],
    ["each value in url_list must be a public HTTPS URL"],
    [`url_list must contain no more than ${SUBSCRIPTION_URLS_MAX} elements`],
  ],
};
const NONE = { description: "There is no subscription", messages: ["Not Found"] };

type Spelling = "subscription" | "subscriptions";

/** The project's subscription (interface, endpoints 1 to 3; decisions, section 2); both spellings of the path. */
export function subscriptionRoutes(server: Server, { notifier }: { notifier: Notifier }): void {
  for (const spelling of ["subscription", "subscriptions"] as const) {
    readRoute(server, notifier, spelling);
    putRoute(server, notifier, spelling);
    deleteRoute(server, notifier, spelling);
  }
}

function readRoute(server: Server, { subscriptions }: Notifier, spelling: Spelling): void {
  server.get(
    pathOf(spelling),
    {
      config: { access: "project" },
      schema: {
        summary: "Read the subscription",
        ...documented(spelling, "getSubscription"),
        params: ProjectParams,
        response: { 200: SubscriptionView, ...errorAnswers(401, 403, 404, 429) },
        answers: { 200: { description: "The subscription" }, 404: NONE },
      },
    },
    async (request) => {
      const subscription = await subscriptions.read(callerProject(request).project.projectId);
      if (subscription === undefined) throw problem("not_found");
      return viewOf(request, subscription);
    },
  );
}

function putRoute(server: Server, notifier: Notifier, spelling: Spelling): void {
  const { subscriptions } = notifier;
  server.put(
    pathOf(spelling),
    {
      config: { access: "project" },
      attachValidation: true,
      schema: {
        summary: "Create or replace the subscription",
        description:
          "Replaces the whole subscription. What is pending for a URL that goes away is cancelled; where only the query of " +
          "a URL changes, such as a rotated key, what is pending goes to the new one.",
        ...documented(spelling, "putSubscription"),
        params: ProjectParams,
        body: SubscriptionInput,
        answers: { 200: { description: "The subscription as stored" }, 400: REFUSALS },
        response: { 200: SubscriptionView, ...errorAnswers(400, 401, 403, 429) },
      },
    },
    async (request) => {
      const { project, userName } = callerProject(request);
      const { projectId } = project;
      const checked = notifier.checkSubscription(project, await meantBody(request, notifier, projectId));
      if (!checked.ok) throw problem("bad_request", checked.messages);
      const { urls, waveTypes } = checked;
      const details = { url_list: urls.map(maskUrl), wave_type_list: waveTypes };
      const note = request.note("subscription.put", { details });
      return viewOf(request, await subscriptions.put(projectId, { urls, waveTypes, userName }, note));
    },
  );
}

function deleteRoute(server: Server, { subscriptions }: Notifier, spelling: Spelling): void {
  server.delete(
    pathOf(spelling),
    {
      config: { access: "project" },
      schema: {
        summary: "Delete the subscription",
        description: "What is pending is cancelled.",
        ...documented(spelling, "deleteSubscription"),
        params: ProjectParams,
        response: { 200: Deleted, ...errorAnswers(401, 403, 404, 429) },
        answers: { 200: { description: "Deleted" }, 404: NONE },
      },
    },
    async (request) => {
      const { projectId } = callerProject(request).project;
      const existed = await subscriptions.remove(projectId, request.note("subscription.delete"));
      if (!existed) throw problem("not_found");
      return { message: "Subscription deleted" };
    },
  );
}

function pathOf(spelling: Spelling): string {
  return `/api/notifier/public/:project_name/${spelling}`;
}

function documented(spelling: Spelling, operationId: string) {
  const isAlias = spelling === "subscriptions";
  return {
    operationId: isAlias ? `${operationId}Plural` : operationId,
    tags: ["Subscription"],
    ...(isAlias && { deprecated: true, description: "Another spelling of `/subscription`; use that." }),
  };
}

/** A browser is shown no callback key, so it cannot send one back: what is still masked stays as it is stored. */
async function meantBody(request: FastifyRequest, { subscriptions }: Notifier, projectId: number): Promise<unknown> {
  const { body } = request;
  if (!isSession(request) || typeof body !== "object" || body === null || !("url_list" in body)) return body;
  if (!Array.isArray(body.url_list)) return body;
  const stored = await subscriptions.read(projectId);
  return { ...body, url_list: withMasksLifted(body.url_list, stored?.urls ?? []) };
}

function isSession({ caller }: FastifyRequest): boolean {
  return caller.kind === "project" && caller.via === "session";
}

function viewOf(request: FastifyRequest, subscription: Subscription) {
  return {
    last_update_time: subscription.updatedAt.toISOString(),
    user_name: subscription.userName,
    url_list: isSession(request) ? subscription.urls.map(maskUrl) : subscription.urls,
    wave_type_list: subscription.waveTypes,
  };
}
