import { TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { counted } from "../../parts/figures.ts";
import { operatorApi, projectApi } from "../../session/api.ts";
import { projectsQuery } from "../../session/projects-query.ts";

/** Removes a project once its name was typed; says how much goes with it. */
export function DeleteProjectDialog(props: {
  project: string;
  isOpen: boolean;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { project, isOpen, onClose, onDeleted } = props;
  const [typed, setTyped] = useState("");
  const queries = useQueryClient();
  const { data: stores } = useQuery({
    queryKey: ["removal", project],
    queryFn: async ({ signal }) =>
      (await projectApi(project).stores.page({ per_page: 1, is_deleted: "any" }, { signal })).metadata.total_count,
    enabled: isOpen,
  });
  const remove = async () => {
    await operatorApi.deleteProject(project);
    onDeleted();
    await queries.invalidateQueries({ queryKey: projectsQuery.queryKey });
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Remove ${project}?`}
      action="Remove 1 project"
      isDestructive
      isDisabled={typed !== project}
      onConfirm={remove}
    >
      <p>
        Everything of it goes for good{stores === undefined ? "" : `, ${counted(stores, "store")} among it`}: tokens are
        refused from now on, what is pending is not delivered. This cannot be taken back.
      </p>
      <TextInput
        label={`Type ${project} to go on`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        spellCheck={false}
        autoComplete="off"
      />
    </ConfirmDialog>
  );
}
