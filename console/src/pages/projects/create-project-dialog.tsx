import { Radio, Stack, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { operatorApi } from "../../session/api.ts";
import { projectsQuery } from "../../session/projects-query.ts";

/** Creates a project with the settings that are hardest to change later; the others have their page. */
export function CreateProjectDialog(props: {
  isOpen: boolean;
  onClose: () => void;
  onCreated: (name: string) => void;
}) {
  const [name, setName] = useState("");
  const [policy, setPolicy] = useState<"strict" | "open">("strict");
  const queries = useQueryClient();
  const create = async () => {
    const project = await operatorApi.createProject(name, { lookup_policy: policy });
    await queries.invalidateQueries({ queryKey: projectsQuery.queryKey });
    setName("");
    props.onCreated(project.name);
  };
  return (
    <FormDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title="Create a project"
      action="Create the project"
      isReady={name !== ""}
      onSubmit={create}
    >
      <TextInput
        label="Name"
        description="Stands in every address of its API, and cannot be changed"
        value={name}
        onChange={(event) => setName(event.currentTarget.value.trim())}
        spellCheck={false}
        data-autofocus
        required
      />
      <Radio.Group
        size="xs"
        label="Regions, store types and other lookups"
        value={policy}
        onChange={(value) => setPolicy(value === "open" ? "open" : "strict")}
      >
        <Stack gap={8} mt={6}>
          <Radio size="xs" value="strict" label="Strict: a row with an unknown value is rejected" />
          <Radio size="xs" value="open" label="Open: an unknown value is added" />
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
