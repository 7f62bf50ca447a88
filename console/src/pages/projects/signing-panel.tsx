import { Button, Group, Modal } from "@mantine/core";
import type { ProjectRecord } from "@shelfwire/client";
import { useState } from "react";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { counted } from "../../parts/figures.ts";
import { Facts, Panel } from "../../parts/panel.tsx";
import { ShownOnce } from "../../parts/shown-once.tsx";
import { useSaveSettings } from "./settings-tab.tsx";

/** The secrets that callbacks are signed with (Standard Webhooks), newest first. */
export function SigningPanel({ project }: { project: ProjectRecord }) {
  const [asking, setAsking] = useState<"generate" | "end">();
  const [made, setMade] = useState<string>();
  const save = useSaveSettings(project.name);
  const secrets = project.signing?.secrets ?? [];
  const generate = async () => {
    const saved = await save({ signing: { generate: true } });
    setMade(saved.signing?.secrets[0]);
  };
  return (
    <Panel
      title="Signature of callbacks"
      about="Standard Webhooks: receivers can tell that a callback is ours and was not changed"
      actions={
        <>
          {secrets.length > 0 && (
            <Button variant="default" onClick={() => setAsking("end")}>
              Stop signing
            </Button>
          )}
          <Button variant="default" onClick={() => setAsking("generate")}>
            {secrets.length > 0 ? "Replace the secret" : "Sign callbacks"}
          </Button>
        </>
      }
    >
      <Facts
        facts={
          secrets.length === 0
            ? [["Secret", "none: callbacks are not signed"]]
            : secrets.map((secret, index) => [
                index === 0 ? "Secret" : "Secret before",
                <code key={secret}>{secret}</code>,
              ])
        }
      />
      <ConfirmDialog
        isOpen={asking === "generate"}
        onClose={() => setAsking(undefined)}
        title={secrets.length > 0 ? "Replace the signing secret?" : "Sign callbacks?"}
        action="Make a secret"
        onConfirm={generate}
      >
        {secrets.length > 0
          ? "Callbacks are signed with the new secret and the present one, until the next replacement: receivers have that long to change over."
          : "From now on every callback carries a signature. Receivers that do not check it notice nothing."}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === "end"}
        onClose={() => setAsking(undefined)}
        title="Stop signing callbacks?"
        action={`Remove ${counted(secrets.length, "secret")}`}
        isDestructive
        onConfirm={() => save({ signing: null })}
      >
        Receivers that check the signature will refuse callbacks from now on.
      </ConfirmDialog>
      <Modal
        opened={made !== undefined}
        onClose={() => setMade(undefined)}
        title="The new signing secret"
        closeOnClickOutside={false}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        {made && <ShownOnce name="signing secret" secret={made} />}
        <Group justify="flex-end" mt="md">
          <Button onClick={() => setMade(undefined)}>Done</Button>
        </Group>
      </Modal>
    </Panel>
  );
}
