import { Skeleton } from "@mantine/core";
import type { Attention } from "@shelfwire/client";
import { Link, type LinkProps } from "@tanstack/react-router";
import { count, counted } from "../../parts/figures.ts";
import { CheckIcon, ForwardIcon } from "../../parts/icons.tsx";
import { Panel } from "../../parts/panel.tsx";
import { StatusBadge, type Tone } from "../../parts/status-badge.tsx";
import { Time } from "../../parts/time.tsx";
import { useIsOperator } from "../../session/session.tsx";
import styles from "./attention-list.module.css";

/** What a person should look at, worst first; each leads to the list that shows it. */
export function AttentionList(props: { attention: readonly Attention[] | undefined; isOfOneProject: boolean }) {
  const { attention, isOfOneProject } = props;
  return (
    <Panel title="Needs attention" isFlush>
      {attention === undefined && <Skeleton height={36} m={14} width="auto" />}
      {attention?.length === 0 && (
        <p className={styles.calm}>
          <CheckIcon /> Nothing. Endpoints answer, no delivery is dead, no job has failed.
        </p>
      )}
      {attention !== undefined && attention.length > 0 && (
        <ul className={styles.list}>
          {attention.map((one) => (
            <Item key={keyOf(one)} attention={one} isOfOneProject={isOfOneProject} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Item({ attention, isOfOneProject }: { attention: Attention; isOfOneProject: boolean }) {
  const { tone, label, what, detail, since, link } = wordsOf(attention, useIsOperator());
  return (
    <li>
      <Link {...link} className={styles.item}>
        <span className={styles.badge}>
          <StatusBadge tone={tone}>{label}</StatusBadge>
        </span>
        <span className={styles.words}>
          <span className={styles.what}>
            {!isOfOneProject && <span className={styles.project}>{attention.project}</span>}
            {what}
          </span>
          <span className={styles.detail}>{detail}</span>
        </span>
        <span className={styles.since}>
          <Time at={since} as="ago" />
        </span>
        <ForwardIcon size={14} />
      </Link>
    </li>
  );
}

interface Words {
  tone: Tone;
  label: string;
  what: string;
  detail: string;
  since: string;
  link: LinkProps;
}

function wordsOf(attention: Attention, isOperator: boolean): Words {
  const params = { project: attention.project };
  switch (attention.kind) {
    case "endpoint_failing":
      return {
        tone: "bad",
        label: "Endpoint failing",
        what: attention.url,
        detail: `${counted(attention.consecutive_failures, "failed attempt")} in a row, ${counted(attention.waiting, "delivery", "deliveries")} waiting`,
        since: attention.since,
        link: { to: "/p/$project/subscription", params },
      };
    case "deliveries_dead":
      return {
        tone: "bad",
        label: "Dead",
        what: counted(attention.count, "dead delivery", "dead deliveries"),
        detail: "Will not be tried again by themselves; redeliver them when their endpoint is well",
        since: attention.since,
        link: { to: "/p/$project/deliveries", params, search: { status: "dead" } },
      };
    case "job_failed":
      return {
        tone: "bad",
        label: "Job failed",
        what: attention.file_name,
        detail: attention.failure_reason,
        since: attention.time,
        link: { to: "/p/$project/jobs/$job", params: { ...params, job: attention.async_job_id } },
      };
    case "job_rejections":
      return {
        tone: "warn",
        label: "Rejections",
        what: attention.file_name,
        detail: `${count(attention.rejected)} of ${counted(attention.items, "row")} rejected`,
        since: attention.time,
        link: { to: "/p/$project/jobs/$job", params: { ...params, job: attention.async_job_id } },
      };
    case "token_expiring":
      return {
        tone: "warn",
        label: "Token expires",
        what: `Token of ${attention.user_name}`,
        detail: "Issue another and revoke this one, before its holder is refused",
        since: attention.expires_at,
        link: isOperator
          ? { to: "/projects/$project", params, search: { tab: "tokens" } }
          : { to: "/p/$project/audit", params, search: { action: "token.create" } },
      };
  }
}

function keyOf(attention: Attention): string {
  return JSON.stringify(Object.entries(attention).filter(([, value]) => typeof value !== "number"));
}
