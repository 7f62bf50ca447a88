import type { Job } from "@shelfwire/client";
import { CopyButton } from "../../parts/copy-button.tsx";
import { DownloadIcon } from "../../parts/icons.tsx";
import { Facts, Panel } from "../../parts/panel.tsx";
import { durationText, Time } from "../../parts/time.tsx";
import styles from "./jobs.module.css";

/** Where a job comes from and how its file was read. */
export function JobFacts({ job }: { job: Job }) {
  return (
    <Panel title="About">
      <Facts facts={factsOf(job)} />
    </Panel>
  );
}

/** What can be downloaded of a job. */
export function JobDownloads({ job }: { job: Job }) {
  const files = filesOf(job);
  if (files.length === 0) return null;
  return (
    <Panel title="Files">
      <ul className={styles.downloads}>
        {files.map(({ url, label }) => (
          <li key={label}>
            <a href={url} download rel="noopener">
              <DownloadIcon size={14} />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const DELIMITERS: Readonly<Record<string, string>> = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" };

function factsOf(job: Job) {
  const { file_encoding: encoding, file_delimiter: delimiter } = job;
  return [
    ["Uploaded by", job.user_name],
    ["Uploaded", <Time key="created" at={job.creation_time} />],
    ["Ended", job.complete_time === null ? "–" : <Time key="ended" at={job.complete_time} />],
    ["Took", tookText(job)],
    ["Format", job.file_format],
    ["Read as", encoding === null ? "–" : [encoding, delimiterText(delimiter)].filter(Boolean).join(", ")],
    ["Runs", String(job.tries)],
    [
      "Job",
      <span key="id">
        <code>{job.async_job_id}</code> <CopyButton text={job.async_job_id} label="Copy the job's id" />
      </span>,
    ],
  ] as const;
}

function delimiterText(delimiter: string | null): string {
  return delimiter === null ? "" : `${DELIMITERS[delimiter] ?? delimiter} between cells`;
}

function tookText(job: Job): string {
  if (job.complete_time === null) return "–";
  return durationText(Date.parse(job.complete_time) - Date.parse(job.creation_time));
}

/** Links that are made when the record is read; each lives for a day. */
function filesOf(job: Job): { url: string; label: string }[] {
  const hasRejections = (job.number_of_rejected_items ?? 0) > 0;
  const files = [
    { url: job.input_file_url, label: "The file as it was sent" },
    { url: job.parsed_file_url, label: "Its rows as they were read (JSON lines)" },
    { url: hasRejections ? job.rejection_details_xlsx_url : null, label: "Rejected rows to mend (spreadsheet)" },
    { url: hasRejections ? job.rejection_details_url : null, label: "Rejected rows (JSON)" },
  ];
  return files.flatMap(({ url, label }) => (url ? [{ url, label }] : []));
}
