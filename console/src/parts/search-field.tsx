import { TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { SearchIcon } from "./icons.tsx";

const SEARCH_DELAY_MS = 300;

/** Searches a moment after the last key; what one types is not taken away by an answer that comes meanwhile. */
export function SearchField(props: {
  label: string;
  text: string;
  onChange: (text: string | undefined) => void;
  className?: string;
}) {
  const { label, text, onChange, className } = props;
  const [typed, setTyped] = useState(text);
  const [sent, setSent] = useState(text);
  const [seen, setSeen] = useState(text);
  // A text that was not sent from here has come by a link or the way back.
  if (text !== seen) {
    setSeen(text);
    if (text !== sent) {
      setSent(text);
      setTyped(text);
    }
  }
  useEffect(() => {
    const wanted = typed.trim() === "" ? "" : typed;
    if (wanted === sent) return;
    const timer = setTimeout(() => {
      setSent(wanted);
      onChange(wanted === "" ? undefined : wanted);
    }, SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  });
  return (
    <TextInput
      className={className}
      aria-label={label}
      placeholder={label}
      leftSection={<SearchIcon size={14} />}
      data-page-search
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
