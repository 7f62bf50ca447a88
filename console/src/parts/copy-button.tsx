import { ActionIcon, Tooltip } from "@mantine/core";
import { useState } from "react";
import { CheckIcon, CopyIcon } from "./icons.tsx";

const SHOWN_MS = 1_500;

/** Copies a text; `label` says which, such as "Copy the delivery's id". */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [said, setSaid] = useState<"copied" | "refused">();
  const copy = async () => {
    setSaid(await copyText(text));
    setTimeout(() => setSaid(undefined), SHOWN_MS);
  };
  const words = said === "copied" ? "Copied" : said === "refused" ? "Copying is not allowed here" : label;
  return (
    <Tooltip label={words} opened={said === undefined ? undefined : true}>
      <ActionIcon size="sm" color="gray" aria-label={label} onClick={copy}>
        {said === "copied" ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
      </ActionIcon>
    </Tooltip>
  );
}

/** On plain HTTP browsers offer no clipboard to write to; selecting and copying still works there. */
export async function copyText(text: string): Promise<"copied" | "refused"> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => "copied",
      () => copyBySelection(text),
    );
  }
  return copyBySelection(text);
}

function copyBySelection(text: string): "copied" | "refused" {
  const area = document.createElement("textarea");
  area.value = text;
  area.setAttribute("readonly", "");
  area.setAttribute("aria-hidden", "true");
  // Inside an open dialog, or its focus trap would take the focus back before the copy.
  (document.activeElement?.closest("[role=dialog]") ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  return isCopied ? "copied" : "refused";
}
