import { Skeleton } from "@mantine/core";
import type { Endpoint } from "@shelfwire/client";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FailedState } from "../../parts/empty-state.tsx";
import { count, percent } from "../../parts/figures.ts";
import { Panel } from "../../parts/panel.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { durationText, Time } from "../../parts/time.tsx";
import { outcomeTitle } from "../deliveries/outcome-words.ts";
import { Sparkbars } from "./sparkbars.tsx";
import styles from "./subscription.module.css";

/** The endpoints with their health, one panel each. */
export function EndpointCards({ project, health }: { project: string; health: UseQueryResult<Endpoint[]> }) {
  const { data: endpoints, error, refetch } = health;
  if (error && !endpoints) return <FailedState error={error} onRetry={refetch} />;
  if (endpoints === undefined) return <Skeleton height={140} />;
  return (
    <>
      {endpoints.map((endpoint) => (
        <EndpointCard key={endpoint.endpoint_id} project={project} endpoint={endpoint} />
      ))}
    </>
  );
}

function EndpointCard({ project, endpoint }: { project: string; endpoint: Endpoint }) {
  const isFailing = endpoint.health === "failing";
  return (
    <Panel
      title={endpoint.url}
      about={<HealthLine endpoint={endpoint} />}
      actions={
        <Link
          to="/p/$project/deliveries"
          params={{ project }}
          search={{ url: endpoint.url, status: isFailing ? "pending" : undefined }}
        >
          {isFailing ? "What waits for it" : "Its deliveries"}
        </Link>
      }
    >
      <div className={styles.card}>
        <dl className={styles.figures}>
          {figuresOf(endpoint).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {endpoint.recent && endpoint.recent.attempts > 0 && (
          <Sparkbars buckets={endpoint.recent.buckets} label="Attempts of the last hour" />
        )}
      </div>
    </Panel>
  );
}

function HealthLine({ endpoint }: { endpoint: Endpoint }) {
  if (endpoint.health === "healthy") {
    const { consecutive_failures: failures } = endpoint;
    if (failures > 0) return <StatusBadge tone="warn">{`healthy, the last ${failures} failed`}</StatusBadge>;
    return <StatusBadge tone="good">healthy</StatusBadge>;
  }
  return (
    <span className={styles.health}>
      <StatusBadge tone="bad">failing</StatusBadge>
      <span>
        since <Time at={endpoint.failing_since} />, {count(endpoint.consecutive_failures)} attempts in a row.{" "}
        {endpoint.next_probe_time === null ? (
          "It is being probed now; the rest waits."
        ) : (
          <>
            Next probe <Time at={endpoint.next_probe_time} as="ago" />; the rest waits.
          </>
        )}
      </span>
    </span>
  );
}

function figuresOf({ recent, last_attempt: last }: Endpoint) {
  const hasRecent = recent !== undefined && recent.attempts > 0;
  return [
    [
      "Success, last hour",
      hasRecent
        ? `${percent(recent.delivered / recent.attempts)} of ${count(recent.attempts)} attempts`
        : "no attempts",
    ],
    ["Answers in", hasRecent ? latencyText(recent.p50_ms, recent.p95_ms) : "–"],
    [
      "Last answer",
      last ? (
        <span key="last">
          {last.outcome === "delivered" && last.status_code !== null
            ? last.status_code
            : outcomeTitle(last.outcome, last.status_code)}{" "}
          in {durationText(last.duration_ms)}, <Time at={last.time} as="ago" />
        </span>
      ) : (
        "none so far"
      ),
    ],
  ] as const;
}

function latencyText(p50: number | null, p95: number | null): string {
  if (p50 === null || p95 === null) return "–";
  return `${durationText(p50)} typically, ${durationText(p95)} for the slowest 5 %`;
}
