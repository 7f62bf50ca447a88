import { Skeleton } from "@mantine/core";
import { FailedState } from "../../parts/empty-state.tsx";
import { Facts } from "../../parts/panel.tsx";
import { SideDrawer } from "../../parts/side-drawer.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import styles from "./entities.module.css";
import { useRow } from "./entities-queries.ts";
import type { EntityRow, EntityShape } from "./entity-fields.ts";
import { FullValue } from "./field-value.tsx";

/** One store, user or route with all its fields. */
export function EntityDrawer(props: {
  project: string;
  shape: EntityShape;
  entityKey: string | undefined;
  onClose: () => void;
}) {
  const { project, shape, entityKey, onClose } = props;
  const { data: row, error, refetch } = useRow(project, shape, entityKey);
  return (
    <SideDrawer isOpen={entityKey !== undefined} onClose={onClose} title={entityKey ?? ""}>
      {error ? (
        <FailedState error={error} onRetry={refetch} />
      ) : row === undefined ? (
        <Skeleton height={260} />
      ) : row === null ? (
        <p>
          There is no {shape.type} with the key <code>{entityKey}</code>.
        </p>
      ) : (
        <Detail project={project} shape={shape} row={row} />
      )}
    </SideDrawer>
  );
}

function Detail({ project, shape, row }: { project: string; shape: EntityShape; row: EntityRow }) {
  const name = shape.nameOf(row);
  const facts = shape.fields.map(
    (field) =>
      [field.label, <FullValue key={field.name} project={project} field={field} value={row[field.name]} />] as const,
  );
  return (
    <>
      <div className={styles.lead}>
        {name !== "" && <strong>{name}</strong>}
        {row.is_deleted === true && <StatusBadge tone="bad">deleted</StatusBadge>}
        {row.is_active === false && <StatusBadge tone="calm">not active</StatusBadge>}
      </div>
      <Facts facts={facts} />
    </>
  );
}
