import { Button, Skeleton } from "@mantine/core";
import type { DeliveryWithAttempts } from "@shelfwire/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CopyButton } from "../../parts/copy-button.tsx";
import { FailedState } from "../../parts/empty-state.tsx";
import { ErrorNotice } from "../../parts/error-notice.tsx";
import { useLiveHold } from "../../parts/live.tsx";
import { Facts } from "../../parts/panel.tsx";
import { SideDrawer } from "../../parts/side-drawer.tsx";
import { Time } from "../../parts/time.tsx";
import { AttemptList } from "./attempt-list.tsx";
import { roundsOf } from "./attempt-rounds.ts";
import { AttemptTimeline } from "./attempt-timeline.tsx";
import styles from "./deliveries.module.css";
import { useDelivery, useDeliveryAccess } from "./deliveries-queries.ts";
import { DeliveryRequest } from "./delivery-request.tsx";
import { DeliveryStatusBadge, isWaiting } from "./delivery-status.tsx";
import { reasonText } from "./outcome-words.ts";

/** One delivery: how it stands, what was tried when, what was sent, and sending it again. */
export function DeliveryDrawer(props: { project: string; deliveryId: string | undefined; onClose: () => void }) {
  const { project, deliveryId, onClose } = props;
  const isOpen = deliveryId !== undefined;
  useLiveHold(isOpen);
  const { data: delivery, error, refetch } = useDelivery(project, deliveryId);
  return (
    <SideDrawer isOpen={isOpen} onClose={onClose} title="Delivery">
      {error ? (
        <FailedState error={error} onRetry={refetch} />
      ) : delivery === undefined || (delivery !== null && delivery.delivery_id !== deliveryId?.toLowerCase()) ? (
        <Skeleton height={240} />
      ) : delivery === null ? (
        <p>The project has no such delivery. It may be past its retention.</p>
      ) : (
        <Detail project={project} delivery={delivery} />
      )}
    </SideDrawer>
  );
}

function Detail({ project, delivery }: { project: string; delivery: DeliveryWithAttempts }) {
  const rounds = roundsOf(delivery.attempts);
  const reason = reasonText(delivery.reason);
  return (
    <>
      <div className={styles.lead}>
        <DeliveryStatusBadge delivery={delivery} />
        {reason !== "" && <span className={styles.muted}>{reason}</span>}
        <NextStep delivery={delivery} />
      </div>
      <Redeliver project={project} delivery={delivery} />
      <Facts facts={factsOf(delivery)} />
      <section className={styles.section} aria-label="Attempts">
        <div className={styles.sectionHead}>
          <h3>Attempts</h3>
        </div>
        {delivery.attempts.length === 0 ? (
          <p className={styles.muted}>None so far.</p>
        ) : (
          <>
            <AttemptTimeline rounds={rounds} nextAttemptTime={delivery.next_attempt_time} />
            <AttemptList rounds={rounds} />
          </>
        )}
      </section>
      <DeliveryRequest delivery={delivery} />
    </>
  );
}

function NextStep({ delivery }: { delivery: DeliveryWithAttempts }) {
  if (delivery.status === "leased") return <span className={styles.muted}>An attempt is under way</span>;
  if (delivery.next_attempt_time === null) return null;
  if (isWaiting(delivery)) {
    return (
      <span className={styles.muted}>Its endpoint is failing. It goes out once another delivery gets through.</span>
    );
  }
  return (
    <span className={styles.muted}>
      Next attempt <Time at={delivery.next_attempt_time} as="ago" />, in round {delivery.round}
    </span>
  );
}

function Redeliver({ project, delivery }: { project: string; delivery: DeliveryWithAttempts }) {
  const access = useDeliveryAccess(project);
  const queries = useQueryClient();
  const redelivery = useMutation({
    mutationFn: () => access.redeliver(delivery.delivery_id),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["delivery", project, delivery.delivery_id] }),
        queries.invalidateQueries({ queryKey: ["deliveries", project] }),
      ]),
  });
  if (delivery.status !== "dead" && delivery.status !== "delivered") return null;
  return (
    <div className={styles.lead}>
      <Button loading={redelivery.isPending} onClick={() => redelivery.mutate()}>
        {delivery.status === "dead" ? "Redeliver" : "Deliver once more"}
      </Button>
      {redelivery.error && <ErrorNotice error={redelivery.error} />}
    </div>
  );
}

function factsOf(delivery: DeliveryWithAttempts) {
  return [
    ["Endpoint", <span key="url">{delivery.url}</span>],
    ["Wave type", delivery.wave_type],
    ["Session", <Copied key="session" text={delivery.session_uid} label="Copy the session's UID" />],
    ["Event", <Copied key="event" text={delivery.event_id} label="Copy the event's id" />],
    ["Delivery (webhook-id)", <Copied key="delivery" text={delivery.delivery_id} label="Copy the delivery's id" />],
    ["Published", <Time key="created" at={delivery.creation_time} />],
    ["Ended", delivery.complete_time === null ? "–" : <Time key="ended" at={delivery.complete_time} />],
  ] as const;
}

function Copied({ text, label }: { text: string; label: string }) {
  return (
    <span>
      <code>{text}</code> <CopyButton text={text} label={label} />
    </span>
  );
}
