import { Button, Skeleton } from "@mantine/core";
import type { Subscription } from "@shelfwire/client";
import { useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { FailedState, NoneYet } from "../../parts/empty-state.tsx";
import { counted } from "../../parts/figures.ts";
import { LiveSwitch } from "../../parts/live.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Facts, Panel } from "../../parts/panel.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { Time } from "../../parts/time.tsx";
import { projectApi } from "../../session/api.ts";
import { EndpointCards } from "./endpoint-cards.tsx";
import styles from "./subscription.module.css";
import { SubscriptionForm } from "./subscription-form.tsx";
import { useEndpointHealth, useSubscription } from "./subscription-queries.ts";
import { TestEvent } from "./test-event.tsx";

const ROUTE = "/p/$project/subscription";

/** Where the project's callbacks go, how these endpoints are, and changing that. */
export function SubscriptionPage() {
  const { project } = useParams({ from: ROUTE });
  const { data: subscription, error, refetch } = useSubscription(project);
  const health = useEndpointHealth(project);
  const [isEditing, setEditing] = useState(false);
  const edit = () => setEditing(true);
  return (
    <>
      <PageHead title="Subscription" about="Each published result of these wave types goes to each of these URLs.">
        {subscription && (
          <>
            <LiveSwitch isFetching={health.isFetching} />
            <TestEvent project={project} endpoints={health.data ?? []} />
            <Button onClick={edit}>Edit</Button>
          </>
        )}
      </PageHead>
      {error && subscription === undefined ? (
        <FailedState error={error} onRetry={refetch} />
      ) : subscription === undefined ? (
        <Skeleton height={220} />
      ) : subscription === null ? (
        <NoneYet title="No subscription yet" action={<Button onClick={edit}>Subscribe</Button>}>
          Without one nothing is sent: results that are published meanwhile are kept, but nobody is told.
        </NoneYet>
      ) : (
        <div className={styles.stack}>
          <About project={project} subscription={subscription} />
          <EndpointCards project={project} health={health} />
        </div>
      )}
      {isEditing && (
        <SubscriptionForm
          project={project}
          subscription={subscription ?? undefined}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  );
}

function About({ project, subscription }: { project: string; subscription: Subscription }) {
  const facts = [
    [
      "Wave types",
      <span key="waves" className={styles.waves}>
        {subscription.wave_type_list.map((wave) => (
          <StatusBadge key={wave} tone="running">
            {wave}
          </StatusBadge>
        ))}
      </span>,
    ],
    ["Set by", subscription.user_name],
    ["Set", <Time key="set" at={subscription.last_update_time} />],
  ] as const;
  return (
    <Panel title="Subscription" actions={<DeleteSubscription project={project} subscription={subscription} />}>
      <Facts facts={facts} />
    </Panel>
  );
}

function DeleteSubscription({ project, subscription }: { project: string; subscription: Subscription }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        Delete…
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Delete the subscription"
        action={`Delete it with ${counted(subscription.url_list.length, "URL")}`}
        isDestructive
        onConfirm={async () => {
          await projectApi(project).deleteSubscription();
          await Promise.all([
            queries.invalidateQueries({ queryKey: ["subscription", project] }),
            queries.invalidateQueries({ queryKey: ["endpoints", project] }),
          ]);
        }}
      >
        <p>
          Nothing will be sent to {counted(subscription.url_list.length, "URL")} any more, and deliveries that are
          pending for them are cancelled. What was delivered stays in the list.
        </p>
      </ConfirmDialog>
    </>
  );
}
