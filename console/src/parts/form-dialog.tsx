import { Button, Group, Modal } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { ErrorNotice } from "./error-notice.tsx";
import styles from "./form-dialog.module.css";

/** A few fields to fill in; what the service refuses is said below them. */
export function FormDialog(props: {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  action: string;
  isReady?: boolean;
  /** Closes the dialog when done, unless it answers "stay". */
  onSubmit: () => Promise<unknown>;
}) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const close = () => {
    setError(undefined);
    props.onClose();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      if ((await props.onSubmit()) !== "stay") close();
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened={props.isOpen} onClose={close} title={props.title} closeButtonProps={{ "aria-label": "Close" }}>
      <form onSubmit={submit} className={styles.form}>
        {props.children}
        {error !== undefined && <ErrorNotice error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} disabled={props.isReady === false}>
            {props.action}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
