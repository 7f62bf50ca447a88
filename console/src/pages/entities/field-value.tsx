import { Link } from "@tanstack/react-router";
import { Time } from "../../parts/time.tsx";
import styles from "./entities.module.css";
import { type EntityField, textOf } from "./entity-fields.ts";

const KEYS_SHOWN = 3;
const PATHS = { store: "/p/$project/stores", user: "/p/$project/users", route: "/p/$project/routes" } as const;

/** A value in a cell of the table: short. */
export function CellValue({ field, value }: { field: EntityField; value: unknown }) {
  if (value === null || value === undefined || value === "") return <span className={styles.muted}>–</span>;
  switch (field.kind) {
    case "flag":
      return value === true ? "yes" : <span className={styles.muted}>no</span>;
    case "time":
      return <Time at={Number(value) * 1_000} />;
    case "keys":
      return <span title={keysIn(value).join(", ")}>{shortKeys(keysIn(value))}</span>;
    case "attributes":
      return <span>{Object.keys(value).length}</span>;
    default:
      return <span title={textOf(value)}>{textOf(value)}</span>;
  }
}

/** A value in the detail: whole, with links to what it names. */
export function FullValue({ project, field, value }: { project: string; field: EntityField; value: unknown }) {
  if (field.kind === "attributes") return <Attributes value={value} />;
  if (field.kind !== "keys") return <CellValue field={field} value={value} />;
  const keys = keysIn(value);
  if (keys.length === 0) return <span className={styles.muted}>–</span>;
  return (
    <ul className={styles.keys}>
      {keys.map((key) => (
        <li key={key}>
          <Link to={PATHS[field.of ?? "store"]} params={{ project }} search={{ open: key }}>
            {key}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Attributes({ value }: { value: unknown }) {
  const pairs = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (pairs.length === 0) return <span className={styles.muted}>–</span>;
  return (
    <table className={styles.attributes}>
      <tbody>
        {pairs.map(([name, text]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{textOf(text)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function keysIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function shortKeys(keys: readonly string[]): string {
  if (keys.length === 0) return "–";
  const rest = keys.length - KEYS_SHOWN;
  return rest > 0 ? `${keys.slice(0, KEYS_SHOWN).join(", ")} and ${rest} more` : keys.join(", ");
}
