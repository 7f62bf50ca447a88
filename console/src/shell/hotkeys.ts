import { useEffect, useRef } from "react";

/** Keys that need no modifier, such as `/`, `?`, `j`, or two in a row, such as `g d`. */
export type Hotkeys = Record<string, () => void>;

/** How long the second key of two may take. */
const PAIR_MS = 1_200;

/** Listens while the component is shown; not while somebody types or a dialog is open. */
export function useHotkeys(hotkeys: Hotkeys): void {
  const latest = useRef(hotkeys);
  latest.current = hotkeys;
  useEffect(() => {
    let first: { key: string; at: number } | undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isBusyElsewhere(event)) return;
      const pair = first && event.timeStamp - first.at < PAIR_MS ? `${first.key} ${event.key}` : undefined;
      const action = (pair && latest.current[pair]) || latest.current[event.key];
      first = action ? undefined : { key: event.key, at: event.timeStamp };
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** Moves the focus to the next or previous row of the page's list. */
export function stepRow(step: 1 | -1): void {
  const openers = [...document.querySelectorAll<HTMLElement>("main [data-row-opener]")];
  const here = openers.findIndex((opener) => opener.isSameNode(document.activeElement));
  const next = here === -1 ? (step === 1 ? 0 : openers.length - 1) : here + step;
  openers[next]?.focus();
  openers[next]?.scrollIntoView({ block: "nearest" });
}

/** Puts the cursor into the page's own search; false where it has none. */
export function focusPageSearch(): boolean {
  const search = document.querySelector<HTMLElement>("main [data-page-search]");
  search?.focus();
  return search !== null;
}

function isBusyElsewhere(event: KeyboardEvent): boolean {
  const target = event.target instanceof HTMLElement ? event.target : undefined;
  const isTyping = target?.closest("input, textarea, select, [contenteditable=true]") !== null && target !== undefined;
  return isTyping || document.querySelector("[role=dialog]") !== null;
}
