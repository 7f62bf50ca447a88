import { Button, Modal } from "@mantine/core";
import type { Job } from "@shelfwire/client";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { count } from "../../parts/figures.ts";
import { isCheck } from "./job-status.tsx";
import styles from "./jobs.module.css";
import { keepFile, keptFile } from "./kept-files.ts";
import { SendingFile } from "./sending-file.tsx";

/** Below a check: that nothing was written, and uploading the same file in earnest. */
export function UploadChecked({ project, job }: { project: string; job: Job }) {
  const navigate = useNavigate();
  const [isSending, setSending] = useState(false);
  const order = keptFile(job.async_job_id);
  if (!isCheck(job) || job.status !== "done") return null;
  const real = order && { ...order, isCheck: false };
  return (
    <div className={styles.note}>
      <div className={styles.noteLine}>
        <span>This was a check: nothing was written.</span>
        {real && (
          <Button onClick={() => setSending(true)}>Upload it now ({count(job.number_of_effected_items)} rows)</Button>
        )}
      </div>
      <Modal
        opened={isSending}
        onClose={() => setSending(false)}
        title="Uploading"
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
      >
        {real && (
          <SendingFile
            project={project}
            order={real}
            onBack={() => setSending(false)}
            onAccepted={(next) => {
              keepFile(next.async_job_id, real);
              setSending(false);
              navigate({ to: "/p/$project/jobs/$job", params: { project, job: next.async_job_id }, search: {} });
            }}
          />
        )}
      </Modal>
    </div>
  );
}
