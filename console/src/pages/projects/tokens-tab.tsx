import { Button } from "@mantine/core";
import type { TokenRecord } from "@shelfwire/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { FailedState, NoneYet } from "../../parts/empty-state.tsx";
import { PlusIcon } from "../../parts/icons.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { Time } from "../../parts/time.tsx";
import { operatorApi } from "../../session/api.ts";
import { IssueTokenDialog } from "./issue-token-dialog.tsx";
import styles from "./project-tabs.module.css";

/** Tokens warn this long before they end. */
const SOON_MS = 30 * 86_400_000;

/** Who may work with the project, and until when. The tokens themselves are kept as hashes only. */
export function TokensTab({ project }: { project: string }) {
  const [isIssuing, setIssuing] = useState(false);
  const [revoking, setRevoking] = useState<TokenRecord>();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ["tokens", project],
    queryFn: ({ signal }) => operatorApi.listTokens(project, { signal }),
  });
  const issue = (
    <Button leftSection={<PlusIcon size={14} />} onClick={() => setIssuing(true)}>
      Issue a token
    </Button>
  );
  const revoke = async () => {
    if (revoking) await operatorApi.revokeToken(project, revoking.token_id);
    await queries.invalidateQueries({ queryKey: ["tokens", project] });
  };
  if (data === undefined && error) return <FailedState error={error} onRetry={refetch} />;
  return (
    <div className={styles.tab}>
      <div className={styles.bar}>
        <p className={styles.about}>A token is shown once, when it is issued. Each belongs to one user name.</p>
        {issue}
      </div>
      <DataTable
        label="Tokens"
        columns={columnsOf(setRevoking)}
        rows={data}
        rowKey={({ token_id }) => token_id}
        empty={
          <NoneYet title="No tokens yet" action={issue}>
            Without one, nobody can subscribe, upload or read for this project.
          </NoneYet>
        }
      />
      <IssueTokenDialog project={project} isOpen={isIssuing} onClose={() => setIssuing(false)} />
      <ConfirmDialog
        isOpen={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title={`Revoke the token of ${revoking?.user_name ?? ""}?`}
        action="Revoke 1 token"
        isDestructive
        onConfirm={revoke}
      >
        Whoever holds it is refused from now on. This cannot be taken back; another token can be issued.
      </ConfirmDialog>
    </div>
  );
}

function columnsOf(onRevoke: (token: TokenRecord) => void): readonly Column<TokenRecord>[] {
  return [
    { key: "user", header: "User name", isFlexible: true, cell: ({ user_name }) => user_name },
    { key: "status", header: "State", cell: (token) => <TokenState token={token} /> },
    {
      key: "created",
      header: "Issued",
      hideBelow: "phone",
      cell: (token) => <Time at={token.creation_time} as="date" />,
    },
    { key: "expires", header: "Expires", cell: (token) => <Time at={token.expires_at} as="date" /> },
    {
      key: "id",
      header: "Token id",
      hideBelow: "tablet",
      cell: ({ token_id }) => <code>{token_id}</code>,
    },
    {
      key: "revoke",
      header: "Revoke",
      isHeaderHidden: true,
      align: "right",
      cell: (token) =>
        token.status === "valid" && (
          <Button
            variant="subtle"
            color="red"
            size="compact-xs"
            aria-label={`Revoke the token of ${token.user_name}`}
            onClick={() => onRevoke(token)}
          >
            Revoke
          </Button>
        ),
    },
  ];
}

function TokenState({ token }: { token: TokenRecord }) {
  if (token.status !== "valid") return <StatusBadge tone="calm">{token.status}</StatusBadge>;
  const isSoon = Date.parse(token.expires_at) - Date.now() < SOON_MS;
  return isSoon ? <StatusBadge tone="warn">expires soon</StatusBadge> : <StatusBadge tone="good">valid</StatusBadge>;
}
