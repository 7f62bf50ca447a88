import { Textarea } from "@mantine/core";
import type { LookupType } from "@shelfwire/client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { counted } from "../../parts/figures.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { operatorApi } from "../../session/api.ts";
import { LOOKUP_WORDS } from "./lookup-query.ts";
import { pastedValues } from "./pasted-values.ts";

/** Takes values by the hundred, one a line, as they come out of a spreadsheet's column. */
export function LookupValuesDialog(props: {
  project: string;
  type: LookupType;
  how: "add" | "replace";
  present: readonly string[];
  onClose: () => void;
}) {
  const { project, type, how, present, onClose } = props;
  const [text, setText] = useState(how === "replace" ? present.join("\n") : "");
  const queries = useQueryClient();
  const values = pastedValues(text);
  const known = new Set(present);
  const fresh = values.filter((value) => !known.has(value)).length;
  const gone = how === "replace" ? present.filter((value) => !values.includes(value)).length : 0;
  const save = async () => {
    if (how === "add") await operatorApi.addLookups(project, type, values);
    else await operatorApi.setLookups(project, type, values);
    await queries.invalidateQueries({ queryKey: ["lookups", project] });
  };
  const action = how === "add" ? `Add ${counted(fresh, "value")}` : `Save: ${fresh} added, ${gone} removed`;
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`${how === "add" ? "Add to" : "Replace"} ${LOOKUP_WORDS[type].toLowerCase()}`}
      action={action}
      isReady={how === "add" ? fresh > 0 : fresh + gone > 0}
      onSubmit={save}
    >
      <Textarea
        label="Values, one a line"
        description="Paste a column of a spreadsheet; empty lines and repetitions do no harm"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        minRows={8}
        maxRows={16}
        rows={10}
        spellCheck={false}
        data-autofocus
      />
      {gone > 0 && (
        <p>Stores keep values that are removed here, but rows that name them will be rejected from now on.</p>
      )}
    </FormDialog>
  );
}
