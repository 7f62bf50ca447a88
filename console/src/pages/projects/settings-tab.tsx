import { Button, Checkbox, NumberInput, SegmentedControl, Switch, TagsInput } from "@mantine/core";
import type { ProjectRecord, ProjectSettingsInput } from "@shelfwire/client";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ErrorNotice } from "../../parts/error-notice.tsx";
import { Panel } from "../../parts/panel.tsx";
import { operatorApi } from "../../session/api.ts";
import { CallbackAuthPanel } from "./callback-auth-panel.tsx";
import { DeleteProjectDialog } from "./delete-project-dialog.tsx";
import styles from "./project-tabs.module.css";
import { changesOf, type Draft, draftOf } from "./settings-draft.ts";
import { SigningPanel } from "./signing-panel.tsx";

const ENTITIES = ["store", "user", "route"] as const;

/** The project's settings; nothing changes before it is saved, and only what was changed is sent. */
export function SettingsTab({ project }: { project: ProjectRecord }) {
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  return (
    <div className={styles.tab}>
      <SettingsForm project={project} />
      <CallbackAuthPanel project={project} />
      <SigningPanel project={project} />
      <Panel title="Remove the project">
        <div className={styles.danger}>
          <p>Removes its tokens, subscription, deliveries, jobs, stores, users and routes for good.</p>
          <Button color="red" variant="outline" onClick={() => setDeleting(true)}>
            Remove {project.name}
          </Button>
        </div>
      </Panel>
      <DeleteProjectDialog
        project={project.name}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        onDeleted={() => navigate({ to: "/projects" })}
      />
    </div>
  );
}

function SettingsForm({ project }: { project: ProjectRecord }) {
  const [draft, setDraft] = useState(() => draftOf(project));
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const save = useSaveSettings(project.name);
  const changes = changesOf(project, draft);
  const changed = Object.keys(changes).length;
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const submit = async () => {
    setBusy(true);
    setError(undefined);
    try {
      setDraft(draftOf(await save(changes)));
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <CallbackFields draft={draft} set={set} />
      <EntityFields draft={draft} set={set} />
      {error !== undefined && <ErrorNotice error={error} />}
      {changed > 0 && (
        <div className={styles.save}>
          <span>{changed === 1 ? "1 setting changed" : `${changed} settings changed`}</span>
          <Button variant="default" onClick={() => setDraft(draftOf(project))}>
            Undo
          </Button>
          <Button loading={isBusy} onClick={submit}>
            Save the settings
          </Button>
        </div>
      )}
    </>
  );
}

interface FieldsProps {
  draft: Draft;
  set: (part: Partial<Draft>) => void;
}

function CallbackFields({ draft, set }: FieldsProps) {
  return (
    <Panel title="Callbacks">
      <div className={styles.fields}>
        <TagsInput
          label="Wave types"
          description="What events may be published as, and subscribed to"
          value={draft.waveTypes}
          onChange={(waveTypes) => set({ waveTypes })}
        />
        <Checkbox.Group
          size="xs"
          label="Optional members of the notification"
          value={draft.payloadFields}
          onChange={(payloadFields) => set({ payloadFields })}
        >
          <div className={styles.switches}>
            <Checkbox mt={6} value="store_number" label="store_number" />
            <Checkbox value="client_session_id" label="client_session_id" />
          </div>
        </Checkbox.Group>
        <div>
          <p className={styles.label}>After an outage</p>
          <Switch
            label="Redeliver what died in it, once the endpoint answers again"
            checked={draft.redeliver}
            onChange={(event) => set({ redeliver: event.currentTarget.checked })}
          />
        </div>
      </div>
    </Panel>
  );
}

function EntityFields({ draft, set }: FieldsProps) {
  return (
    <Panel title="Uploads and reads">
      <div className={styles.fields}>
        <div>
          <p className={styles.label} id="lookup-policy">
            Unknown lookup values
          </p>
          <SegmentedControl
            aria-labelledby="lookup-policy"
            data={[
              { value: "strict", label: "Strict: reject the row" },
              { value: "open", label: "Open: add the value" },
            ]}
            value={draft.lookupPolicy}
            onChange={(value) => set({ lookupPolicy: value === "open" ? "open" : "strict" })}
          />
        </div>
        <div>
          <p className={styles.label} id="list-key">
            Name of the list in reads
          </p>
          <SegmentedControl
            aria-labelledby="list-key"
            data={[
              { value: "plural", label: "stores" },
              { value: "singular", label: "store" },
            ]}
            value={draft.listKey}
            onChange={(value) => set({ listKey: value === "singular" ? "singular" : "plural" })}
          />
        </div>
        <NumberInput
          label="Requests a second and token"
          description="Empty: the installation's standard"
          min={1}
          allowDecimal={false}
          value={draft.rateLimit ?? ""}
          onChange={(value) => set({ rateLimit: typeof value === "number" ? value : null })}
        />
        {ENTITIES.map((entity) => (
          <TagsInput
            key={entity}
            label={`More mandatory fields of a ${entity}`}
            description="Besides those that are mandatory anyway"
            value={draft.mandatory[entity]}
            onChange={(fields) => set({ mandatory: { ...draft.mandatory, [entity]: fields } })}
          />
        ))}
      </div>
    </Panel>
  );
}

/** Saves some settings and shows them everywhere. */
export function useSaveSettings(name: string) {
  const queries = useQueryClient();
  return async (settings: ProjectSettingsInput) => {
    const saved = await operatorApi.changeProject(name, settings);
    await queries.invalidateQueries({ queryKey: ["project", name] });
    return saved;
  };
}
