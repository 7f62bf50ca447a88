import { durationText } from "../../parts/time.tsx";
import { useDelivery } from "../deliveries/deliveries-queries.ts";
import { DeliveryStatusBadge } from "../deliveries/delivery-status.tsx";
import { outcomeTitle } from "../deliveries/outcome-words.ts";
import styles from "./subscription.module.css";

/** What comes of some deliveries, followed until they have ended. */
export function AttemptOutcomes({ project, deliveryIds }: { project: string; deliveryIds: readonly string[] }) {
  return (
    <ul className={styles.outcomes}>
      {deliveryIds.map((id) => (
        <Outcome key={id} project={project} deliveryId={id} />
      ))}
    </ul>
  );
}

function Outcome({ project, deliveryId }: { project: string; deliveryId: string }) {
  const { data: delivery } = useDelivery(project, deliveryId);
  if (!delivery) return <li>…</li>;
  const last = delivery.attempts.at(-1);
  return (
    <li>
      <DeliveryStatusBadge delivery={delivery} />
      <span className={styles.outcomeUrl}>{delivery.url}</span>
      {last && (
        <span className={styles.about}>
          {last.outcome === "delivered" && last.status_code !== null
            ? `answered ${last.status_code}`
            : outcomeTitle(last.outcome, last.status_code)}{" "}
          in {durationText(last.duration_ms)}
        </span>
      )}
    </li>
  );
}
