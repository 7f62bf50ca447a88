import { Button, Select } from "@mantine/core";
import type { EntityType, FileFormat } from "@shelfwire/client";
import { useRef, useState } from "react";
import { bytes } from "../../parts/figures.ts";
import { FILE_FORMATS, fileMistake, guessFrom } from "./file-guess.ts";
import styles from "./jobs.module.css";
import { ENTITY_TYPES } from "./jobs-search.ts";

/** What is to be sent, and what for. */
export interface UploadOrder {
  file: File;
  entity: EntityType;
  format: FileFormat;
  /** Only check the file and write nothing. */
  isCheck: boolean;
}

const ENTITY_LABELS = { store: "Stores", user: "Users", route: "Routes" } as const satisfies Record<EntityType, string>;
const FORMAT_LABELS = {
  CSV: "CSV",
  JSON: "JSON",
  CSV_ZIP: "CSV, zipped",
  JSON_ZIP: "JSON, zipped",
} as const satisfies Record<FileFormat, string>;

/** Which file, of which entity, in which format; the last two are guessed from its name. */
export function UploadChoices(props: {
  project: string;
  initialFile: File | undefined;
  onOrder: (order: UploadOrder) => void;
}) {
  const { initialFile, onOrder } = props;
  const [file, setFile] = useState(initialFile);
  const [entity, setEntity] = useState<EntityType | undefined>(initialFile && guessFrom(initialFile.name).entity);
  const [format, setFormat] = useState<FileFormat>(guessFrom(initialFile?.name ?? "").format);
  const choose = (chosen: File) => {
    const guess = guessFrom(chosen.name);
    setFile(chosen);
    setEntity(guess.entity ?? entity);
    setFormat(guess.format);
  };
  const mistake = file && fileMistake(file);
  const order = (isCheck: boolean) => {
    if (file && entity) onOrder({ file, entity, format, isCheck });
  };
  const isReady = file !== undefined && entity !== undefined && mistake === undefined;
  return (
    <>
      <FileZone file={file} onChoose={choose} />
      {mistake && (
        <p className={styles.bad} role="alert">
          {mistake}
        </p>
      )}
      <div className={styles.choices}>
        <Select
          label="It holds"
          placeholder="Choose"
          allowDeselect={false}
          data={ENTITY_TYPES.map((value) => ({ value, label: ENTITY_LABELS[value] }))}
          value={entity ?? null}
          onChange={(value) => setEntity(ENTITY_TYPES.find((type) => type === value))}
        />
        <Select
          label="Format"
          allowDeselect={false}
          data={FILE_FORMATS.map((value) => ({ value, label: FORMAT_LABELS[value] }))}
          value={format}
          onChange={(value) => setFormat(FILE_FORMATS.find((one) => one === value) ?? "CSV")}
        />
      </div>
      <p className={styles.muted}>
        A check reads the whole file and tells what would be created, changed and rejected, and writes nothing. An
        upload takes effect all at once when its job is done.
      </p>
      <div className={styles.buttons}>
        <Button variant="default" disabled={!isReady} onClick={() => order(true)}>
          Check only
        </Button>
        <Button disabled={!isReady} onClick={() => order(false)}>
          Upload
        </Button>
      </div>
    </>
  );
}

function FileZone({ file, onChoose }: { file: File | undefined; onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className={styles.zone} onClick={() => input.current?.click()} data-autofocus>
        {file ? (
          <>
            <strong>{file.name}</strong>
            <span className={styles.muted}>{bytes(file.size)} · click to choose another</span>
          </>
        ) : (
          <>
            <strong>Drop a file here, or click to choose one</strong>
            <span className={styles.muted}>CSV or JSON, plain or zipped</span>
          </>
        )}
      </button>
      <input
        ref={input}
        className={styles.hiddenInput}
        type="file"
        aria-label="File"
        tabIndex={-1}
        accept=".csv,.txt,.tsv,.json,.jsonl,.ndjson,.zip,.gz"
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0];
          if (chosen) onChoose(chosen);
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}
