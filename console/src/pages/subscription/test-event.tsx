import { Button, Modal, Select } from "@mantine/core";
import type { Endpoint } from "@shelfwire/client";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ErrorNotice } from "../../parts/error-notice.tsx";
import { counted } from "../../parts/figures.ts";
import { projectApi } from "../../session/api.ts";
import { AttemptOutcomes } from "./attempt-outcomes.tsx";
import styles from "./subscription.module.css";

/** Sends an event that is marked as a test, and shows what comes of it. */
export function TestEvent({ project, endpoints }: { project: string; endpoints: readonly Endpoint[] }) {
  const [isOpen, setOpen] = useState(false);
  const [endpointId, setEndpointId] = useState<string | null>(null);
  const sending = useMutation({
    mutationFn: () =>
      projectApi(project).deliveries.sendTestEvent(endpointId === null ? {} : { endpoint_id: Number(endpointId) }),
  });
  const close = () => {
    setOpen(false);
    sending.reset();
  };
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Send a test event
      </Button>
      <Modal opened={isOpen} onClose={close} title="Send a test event" closeButtonProps={{ "aria-label": "Close" }}>
        <p>A callback with a made-up session, signed and sent like any other. Its result says that it is a test.</p>
        <Select
          label="To"
          placeholder="Every endpoint"
          clearable
          clearButtonProps={{ "aria-label": "Every endpoint" }}
          data={endpoints.map((endpoint) => ({ value: String(endpoint.endpoint_id), label: endpoint.url }))}
          value={endpointId}
          onChange={setEndpointId}
        />
        {sending.error && <ErrorNotice error={sending.error} />}
        {sending.data && (
          <div className={styles.sent} aria-live="polite">
            <AttemptOutcomes
              project={project}
              deliveryIds={sending.data.deliveries.map(({ delivery_id }) => delivery_id)}
            />
            <Link
              to="/p/$project/deliveries"
              params={{ project }}
              search={{ open: sending.data.deliveries[0]?.delivery_id }}
              onClick={close}
            >
              {counted(sending.data.deliveries.length, "delivery", "deliveries")} in the list
            </Link>
          </div>
        )}
        <div className={styles.buttons}>
          <Button variant="default" onClick={close}>
            Close
          </Button>
          <Button loading={sending.isPending} onClick={() => sending.mutate()}>
            {sending.data ? "Send another" : "Send"}
          </Button>
        </div>
      </Modal>
    </>
  );
}
