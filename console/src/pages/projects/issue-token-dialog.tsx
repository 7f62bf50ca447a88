import { Button, Group, Modal, Select, TextInput } from "@mantine/core";
import type { IssuedToken } from "@shelfwire/client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { ShownOnce } from "../../parts/shown-once.tsx";
import { Time } from "../../parts/time.tsx";
import { operatorApi } from "../../session/api.ts";

const DAY_MS = 86_400_000;

const LIFETIMES = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
  { value: "1095", label: "3 years" },
];

/** Issues a token and shows it, once. */
export function IssueTokenDialog(props: { project: string; isOpen: boolean; onClose: () => void }) {
  const [userName, setUserName] = useState("");
  const [days, setDays] = useState("365");
  const [issued, setIssued] = useState<IssuedToken>();
  const queries = useQueryClient();
  const close = () => {
    setIssued(undefined);
    setUserName("");
    props.onClose();
  };
  const issue = async () => {
    const expiresAt = new Date(Date.now() + Number(days) * DAY_MS).toISOString();
    setIssued(await operatorApi.createToken(props.project, { user_name: userName.trim(), expires_at: expiresAt }));
    await queries.invalidateQueries({ queryKey: ["tokens", props.project] });
    return "stay";
  };
  if (issued) return <IssuedDialog issued={issued} isOpen={props.isOpen} onClose={close} />;
  return (
    <FormDialog
      isOpen={props.isOpen}
      onClose={close}
      title={`Issue a token of ${props.project}`}
      action="Issue the token"
      isReady={userName.trim() !== ""}
      onSubmit={issue}
    >
      <TextInput
        label="User name"
        description="Who works with it; it is named in subscriptions, jobs and the audit log"
        value={userName}
        onChange={(event) => setUserName(event.currentTarget.value)}
        data-autofocus
        required
      />
      <Select
        label="Expires after"
        data={LIFETIMES}
        value={days}
        allowDeselect={false}
        onChange={(value) => setDays(value ?? "365")}
      />
    </FormDialog>
  );
}

function IssuedDialog({ issued, isOpen, onClose }: { issued: IssuedToken; isOpen: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={`Token of ${issued.user_name}`}
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <ShownOnce name="token" secret={issued.token} />
      <Group justify="space-between" mt="md">
        <span>
          Expires <Time at={issued.expires_at} as="date" />
        </span>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Modal>
  );
}
