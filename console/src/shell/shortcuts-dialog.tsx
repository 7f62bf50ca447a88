import { Modal } from "@mantine/core";
import { useIsOperator } from "../session/session.tsx";
import { PROJECT_PLACES, SERVICE_PLACES } from "./places.ts";
import styles from "./shortcuts-dialog.module.css";

const ANYWHERE = [
  ["/", "Search the page, or go somewhere"],
  ["Ctrl K", "Go somewhere"],
  ["j", "Next row"],
  ["k", "Previous row"],
  ["Enter", "Open the row"],
  ["Esc", "Close"],
  ["?", "These shortcuts"],
] as const;

/** All keys, on `?`. */
export function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const places = [...(useIsOperator() ? SERVICE_PLACES : []), ...PROJECT_PLACES];
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Keyboard shortcuts"
      closeButtonProps={{ "aria-label": "Close" }}
      size="lg"
    >
      <div className={styles.columns}>
        <dl className={styles.keys}>
          {ANYWHERE.map(([keys, words]) => (
            <Shortcut key={keys} keys={keys} words={words} />
          ))}
        </dl>
        <dl className={styles.keys}>
          {places.map(({ letter, label }) => (
            <Shortcut key={letter} keys={`g ${letter}`} words={label} />
          ))}
        </dl>
      </div>
    </Modal>
  );
}

function Shortcut({ keys, words }: { keys: string; words: string }) {
  return (
    <div className={styles.row}>
      <dt>
        {keys.split(" ").map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{words}</dd>
    </div>
  );
}
