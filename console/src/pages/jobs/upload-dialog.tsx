import { Modal } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { keepFile } from "./kept-files.ts";
import { SendingFile } from "./sending-file.tsx";
import { UploadChoices, type UploadOrder } from "./upload-choices.tsx";

/** From choosing a file to its job: what to do with it, then the bytes on their way. Open while `upload` is there. */
export function UploadDialog(props: { project: string; upload: { file?: File } | undefined; onClose: () => void }) {
  const { project, upload, onClose } = props;
  const navigate = useNavigate();
  const [order, setOrder] = useState<UploadOrder>();
  // What was stopped is still chosen.
  const [stopped, setStopped] = useState<UploadOrder>();
  const close = () => {
    setOrder(undefined);
    setStopped(undefined);
    onClose();
  };
  return (
    <Modal
      opened={upload !== undefined}
      onClose={close}
      title={order ? "Uploading" : "Upload a file"}
      size="lg"
      // While bytes are on their way only the button that stops them closes the dialog.
      closeOnClickOutside={order === undefined}
      closeOnEscape={order === undefined}
      withCloseButton={order === undefined}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {order === undefined ? (
        <UploadChoices
          key={upload?.file?.name}
          project={project}
          initialFile={stopped?.file ?? upload?.file}
          onOrder={setOrder}
        />
      ) : (
        <SendingFile
          project={project}
          order={order}
          onBack={() => {
            setStopped(order);
            setOrder(undefined);
          }}
          onAccepted={(job) => {
            keepFile(job.async_job_id, order);
            close();
            navigate({ to: "/p/$project/jobs/$job", params: { project, job: job.async_job_id }, search: {} });
          }}
        />
      )}
    </Modal>
  );
}
