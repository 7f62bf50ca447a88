import { Button, Group, Modal } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { ErrorNotice } from "./error-notice.tsx";

/** Asks before something that cannot be taken back; `children` say what happens, with the count. */
export function ConfirmDialog(props: {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** A verb with its object, such as "Redeliver 1,204 deliveries". */
  action: string;
  isDestructive?: boolean;
  isDisabled?: boolean;
  onConfirm: () => Promise<unknown>;
}) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const close = () => {
    setError(undefined);
    props.onClose();
  };
  const confirm = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await props.onConfirm();
      close();
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened={props.isOpen} onClose={close} title={props.title} closeButtonProps={{ "aria-label": "Close" }}>
      {props.children}
      {error !== undefined && <ErrorNotice error={error} />}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={close} data-autofocus>
          Cancel
        </Button>
        <Button
          color={props.isDestructive ? "red" : undefined}
          loading={isBusy}
          disabled={props.isDisabled}
          onClick={confirm}
        >
          {props.action}
        </Button>
      </Group>
    </Modal>
  );
}
