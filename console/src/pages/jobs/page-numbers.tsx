import { Button, NumberInput } from "@mantine/core";
import { count, counted } from "../../parts/figures.ts";
import styles from "./page-numbers.module.css";

/** Which part of a numbered list is shown, and the way to the others; any page can be asked for by its number. */
export function PageNumbers(props: {
  /** Counts from 0; people read from 1. */
  page: number;
  perPage: number;
  total: number;
  noun: string;
  onGo: (page: number) => void;
}) {
  const { page, perPage, total, noun, onGo } = props;
  if (total === 0 && page === 0) return null;
  const pages = Math.max(1, Math.ceil(total / perPage));
  const first = page * perPage + 1;
  const last = Math.min(total, first + perPage - 1);
  return (
    <nav className={styles.pager} aria-label="Pages of the list">
      <span>{first <= total ? `${count(first)}–${count(last)} of ${counted(total, noun)}` : counted(total, noun)}</span>
      {(pages > 1 || page > 0) && (
        <span className={styles.buttons}>
          <Button variant="default" disabled={page === 0} onClick={() => onGo(page - 1)}>
            Previous
          </Button>
          <NumberInput
            key={page}
            aria-label={`Page, of ${pages}`}
            className={styles.number}
            hideControls
            allowDecimal={false}
            min={1}
            max={pages}
            defaultValue={page + 1}
            onKeyDown={(event) => {
              const wanted = Math.round(Number(event.currentTarget.value.replaceAll(",", "")));
              if (event.key === "Enter" && wanted >= 1) onGo(Math.min(pages, wanted) - 1);
            }}
          />
          <span>of {count(pages)}</span>
          <Button variant="default" disabled={page + 1 >= pages} onClick={() => onGo(page + 1)}>
            Next
          </Button>
        </span>
      )}
    </nav>
  );
}
