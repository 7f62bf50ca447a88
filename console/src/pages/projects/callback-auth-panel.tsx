import { Button, PasswordInput, TextInput } from "@mantine/core";
import type { ProjectRecord } from "@shelfwire/client";
import { useState } from "react";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Facts, Panel } from "../../parts/panel.tsx";
import { useSaveSettings } from "./settings-tab.tsx";

/** The header that callbacks carry, for receivers that want no key in their URL. */
export function CallbackAuthPanel({ project }: { project: ProjectRecord }) {
  const [isChanging, setChanging] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const [name, setName] = useState(project.callback_auth?.header_name ?? "X-API-Key");
  const [value, setValue] = useState("");
  const save = useSaveSettings(project.name);
  const auth = project.callback_auth;
  const set = async () => {
    await save({ callback_auth: { header_name: name, header_value: value } });
    setValue("");
  };
  return (
    <Panel
      title="Header of callbacks"
      about="A name and a secret value that every callback carries"
      actions={
        <>
          {auth && (
            <Button variant="default" onClick={() => setEnding(true)}>
              Send none
            </Button>
          )}
          <Button variant="default" onClick={() => setChanging(true)}>
            {auth ? "Change" : "Set a header"}
          </Button>
        </>
      }
    >
      <Facts
        facts={[
          ["Name", auth ? <code key="name">{auth.header_name}</code> : "none is sent"],
          ["Value", auth ? <code key="value">{auth.header_value}</code> : "–"],
        ]}
      />
      <FormDialog
        isOpen={isChanging}
        onClose={() => setChanging(false)}
        title="Header of callbacks"
        action="Save the header"
        isReady={name !== "" && value !== ""}
        onSubmit={set}
      >
        <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} required />
        <PasswordInput
          label="Value"
          description="Kept encrypted, and not shown again"
          size="xs"
          autoComplete="off"
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          visibilityToggleButtonProps={{ "aria-label": "Show the value" }}
          required
          withAsterisk={false}
        />
      </FormDialog>
      <ConfirmDialog
        isOpen={isEnding}
        onClose={() => setEnding(false)}
        title="Send callbacks without the header?"
        action="Remove 1 header"
        isDestructive
        onConfirm={() => save({ callback_auth: null })}
      >
        Receivers that check {auth?.header_name} will refuse callbacks from now on.
      </ConfirmDialog>
    </Panel>
  );
}
