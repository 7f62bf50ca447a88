import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./data-table.module.css";
import { DownIcon, UpIcon } from "./icons.tsx";

export interface Column<Row> {
  /** Also the name that `sort` has in the address bar. */
  key: string;
  header: string;
  /** Said to those who cannot see the table only, for columns of buttons. */
  isHeaderHidden?: boolean;
  cell: (row: Row) => ReactNode;
  align?: "right";
  isSortable?: boolean;
  /** Left out where the window is narrow: "tablet" below 1000 px, "phone" below 640 px. */
  hideBelow?: "tablet" | "phone";
  /** Takes what the others leave, and is cut off with an ellipsis. */
  isFlexible?: boolean;
}

interface DataTableProps<Row> {
  /** Names the table for those who cannot see it. */
  label: string;
  columns: readonly Column<Row>[];
  /** undefined while the first page is on its way. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Opens a row's detail: by click anywhere in it, or Enter on its first cell; `j` and `k` walk over the rows. */
  onOpen?: (row: Row) => void;
  /** The row whose detail is open. */
  openKey?: string;
  /** A column's key, with `-` before it to descend. */
  sort?: string;
  onSort?: (sort: string) => void;
  /** In place of the rows where there are none. */
  empty: ReactNode;
  /** A refresh is on its way while older rows are shown. */
  isStale?: boolean;
}

/** Rows of one kind, dense, with a sticky head. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, empty, isStale } = props;
  if (rows?.length === 0) return <div className={styles.frame}>{empty}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard.
    <section className={styles.frame} aria-label={props.label} tabIndex={0} data-stale={isStale || undefined}>
      <table className={styles.table} aria-busy={rows === undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined ? (
            <LoadingRows columns={columns} />
          ) : (
            rows.map((row) => <TableRow key={props.rowKey(row)} row={row} table={props} />)
          )}
        </tbody>
      </table>
    </section>
  );
}

function HeaderCell<Row>(props: { column: Column<Row>; sort?: string; onSort?: (sort: string) => void }) {
  const { column, sort, onSort } = props;
  const isAscending = sort === column.key;
  const isDescending = sort === `-${column.key}`;
  const ariaSort = isAscending ? "ascending" : isDescending ? "descending" : undefined;
  return (
    <th scope="col" className={cellClass(column)} aria-sort={ariaSort}>
      {column.isSortable && onSort ? (
        <button
          type="button"
          className={styles.sort}
          onClick={() => onSort(isAscending ? `-${column.key}` : column.key)}
        >
          {column.header}
          {isAscending && <UpIcon size={12} />}
          {isDescending && <DownIcon size={12} />}
        </button>
      ) : (
        <span className={column.isHeaderHidden ? styles.hidden : undefined}>{column.header}</span>
      )}
    </th>
  );
}

function TableRow<Row>({ row, table }: { row: Row; table: DataTableProps<Row> }) {
  const { columns, onOpen, rowKey, openKey } = table;
  const isOpen = openKey !== undefined && openKey === rowKey(row);
  // The first cell's button does the same for the keyboard.
  const open = (event: React.MouseEvent) => {
    const isControl = event.target instanceof Element && event.target.closest("a, button, input, label") !== null;
    if (!isControl && document.getSelection()?.isCollapsed !== false) onOpen?.(row);
  };
  return (
    <tr onClick={onOpen && open} data-opens={onOpen ? true : undefined} data-open={isOpen || undefined}>
      {columns.map((column, index) => (
        <td key={column.key} className={cellClass(column)}>
          {index === 0 && onOpen ? (
            <button
              type="button"
              className={styles.opener}
              data-row-opener
              aria-expanded={isOpen}
              onClick={() => onOpen(row)}
            >
              {column.cell(row)}
            </button>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

function LoadingRows<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return [1, 2, 3, 4, 5, 6].map((row) => (
    <tr key={row}>
      {columns.map((column) => (
        <td key={column.key} className={cellClass(column)}>
          <Skeleton height={12} width={column.isFlexible ? "80%" : 64} />
        </td>
      ))}
    </tr>
  ));
}

function cellClass<Row>(column: Column<Row>): string {
  const classes = [
    column.align === "right" && styles.right,
    column.isFlexible && styles.flexible,
    column.hideBelow === "tablet" && styles.notOnTablet,
    column.hideBelow === "phone" && styles.notOnPhone,
  ];
  return classes.filter(Boolean).join(" ");
}
