import { Button, Progress } from "@mantine/core";
import type { Job } from "@shelfwire/client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ErrorNotice } from "../../parts/error-notice.tsx";
import { bytes } from "../../parts/figures.ts";
import { projectApiOver } from "../../session/api.ts";
import styles from "./jobs.module.css";
import type { UploadOrder } from "./upload-choices.tsx";
import { type SentBytes, uploadFetch } from "./upload-fetch.ts";

/** The bytes on their way, and stopping them. */
export function SendingFile(props: {
  project: string;
  order: UploadOrder;
  onAccepted: (job: Job) => void;
  onBack: () => void;
}) {
  const { project, order, onAccepted, onBack } = props;
  const { sent, error, stop } = useSending(project, order, onAccepted);
  const total = sent?.total ?? order.file.size;
  const percent = total === 0 ? 0 : Math.floor(((sent?.sent ?? 0) / total) * 100);
  if (error !== undefined) {
    return (
      <>
        <ErrorNotice error={error} />
        <div className={styles.buttons}>
          <Button onClick={onBack}>Back</Button>
        </div>
      </>
    );
  }
  return (
    <>
      <p>
        <strong>{order.file.name}</strong>
      </p>
      <Progress value={percent} size="lg" animated={percent === 100} aria-label="Bytes sent" />
      <p className={styles.progress} aria-live="polite">
        {percent === 100
          ? "All bytes are sent; the service is storing the file"
          : `${bytes(sent?.sent ?? 0)} of ${bytes(total)}, ${percent} %`}
      </p>
      <div className={styles.buttons}>
        <Button
          variant="default"
          onClick={() => {
            stop();
            onBack();
          }}
        >
          Stop
        </Button>
      </div>
    </>
  );
}

function useSending(project: string, order: UploadOrder, onAccepted: (job: Job) => void) {
  const [sent, setSent] = useState<SentBytes>();
  const [error, setError] = useState<unknown>();
  const queries = useQueryClient();
  const accepted = useRef(onAccepted);
  accepted.current = onAccepted;
  const stopper = useRef<AbortController>(undefined);
  useEffect(() => {
    const gone = new AbortController();
    stopper.current = gone;
    projectApiOver(uploadFetch(setSent), project)
      .upload({
        entityType: order.entity,
        file: order.file,
        fileFormat: order.format,
        importMode: order.isCheck ? "validate_only" : undefined,
        signal: gone.signal,
      })
      .then((job) => {
        queries.invalidateQueries({ queryKey: ["jobs", project] });
        queries.invalidateQueries({ queryKey: ["job-counts", project] });
        if (!gone.signal.aborted) accepted.current(job);
      })
      .catch((failure) => !gone.signal.aborted && setError(failure));
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => {
      removeEventListener("beforeunload", warn);
      gone.abort();
    };
  }, [project, order, queries]);
  return { sent, error, stop: () => stopper.current?.abort() };
}
