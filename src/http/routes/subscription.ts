import { Type } from "typebox";
import { problem } from "../../lib/problems.ts";
import type { Notifier } from "../../notifier/notifier.ts";
import type { Subscription } from "../../notifier/subscriptions.ts";
import { callerProject } from "../authentication.ts";
import { errorAnswers, ProjectParams, Timestamp } from "../schemas.ts";
import type { Server } from "../server.ts";

const SubscriptionView = Type.Object(
  {
    last_update_time: Timestamp,
    user_name: Type.String(),
    url_list: Type.Array(Type.String()),
    wave_type_list: Type.Array(Type.String()),
  },
  { title: "Subscription" },
);

/** For the reader of the API's description; the handler checks the body itself, since the contract fixes the messages. */
const SubscriptionInput = Type.Object({
  url_list: Type.Array(Type.String({ format: "uri" }), { minItems: 1, maxItems: 20 }),
  wave_type_list: Type.Array(Type.String(), { minItems: 1 }),
});

const Deleted = Type.Object({ message: Type.String() });

/** The project's subscription (interface, endpoints 1 to 3; decisions, section 2); both spellings of the path. */
export function subscriptionRoutes(server: Server, { notifier }: { notifier: Notifier }): void {
  const config = { access: "project" } as const;
  const { subscriptions } = notifier;
  for (const name of ["subscription", "subscriptions"]) {
    const url = `/api/notifier/public/:project_name/${name}`;

    server.get(
      url,
      {
        config,
        schema: { params: ProjectParams, response: { 200: SubscriptionView, ...errorAnswers(401, 403, 404, 429) } },
      },
      async (request) => {
        const subscription = await subscriptions.read(callerProject(request).project.projectId);
        if (subscription === undefined) throw problem("not_found");
        return viewOf(subscription);
      },
    );

    server.put(
      url,
      {
        config,
        attachValidation: true,
        schema: {
          params: ProjectParams,
          body: SubscriptionInput,
          response: { 200: SubscriptionView, ...errorAnswers(400, 401, 403, 429) },
        },
      },
      async (request) => {
        const { project, userName } = callerProject(request);
        const checked = notifier.checkSubscription(project, request.body);
        if (!checked.ok) throw problem("bad_request", checked.messages);
        return viewOf(
          await subscriptions.put(project.projectId, { urls: checked.urls, waveTypes: checked.waveTypes, userName }),
        );
      },
    );

    server.delete(
      url,
      { config, schema: { params: ProjectParams, response: { 200: Deleted, ...errorAnswers(401, 403, 404, 429) } } },
      async (request) => {
        const existed = await subscriptions.remove(callerProject(request).project.projectId);
        if (!existed) throw problem("not_found");
        return { message: "Subscription deleted" };
      },
    );
  }
}

function viewOf(subscription: Subscription) {
  return {
    last_update_time: subscription.updatedAt.toISOString(),
    user_name: subscription.userName,
    url_list: subscription.urls,
    wave_type_list: subscription.waveTypes,
  };
}
