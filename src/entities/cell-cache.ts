/** What came of a cell: the field as COPY takes it, and whether it fills what is mandatory. */
export interface CheckedCell {
  readonly escaped: Uint8Array;
  readonly isFilled: boolean;
}

interface Entry extends CheckedCell {
  readonly cell: Uint8Array;
  readonly mark: number;
}

const SLOTS = 4_096;
/** Longer cells hardly repeat, and would make the cache large. */
const CELL_BYTES_MAX = 256;

/**
 * Good cells of one column, found by their bytes: regions, flags and small attributes come again in every other row. A
 * cell has two places; the one that was longest in them gives way.
 */
export class CellCache {
  readonly #slots = new Array<Entry | undefined>(SLOTS).fill(undefined);

  /** `mark`: how the cell stands in the file; the same bytes mean something else in quotes. */
  find(bytes: Uint8Array, start: number, end: number, mark: number): CheckedCell | undefined {
    const slot = slotOf(bytes, start, end);
    const first = this.#slots[slot];
    if (first !== undefined && isOf(first, bytes, start, end, mark)) return first;
    const second = this.#slots[slot ^ 1];
    return second !== undefined && isOf(second, bytes, start, end, mark) ? second : undefined;
  }

  keep(bytes: Uint8Array, start: number, end: number, mark: number, checked: CheckedCell): void {
    if (end - start > CELL_BYTES_MAX) return;
    const slot = slotOf(bytes, start, end);
    this.#slots[slot ^ 1] = this.#slots[slot];
    this.#slots[slot] = { ...checked, cell: Uint8Array.from(bytes.subarray(start, end)), mark };
  }
}

function isOf({ cell, mark: known }: Entry, bytes: Uint8Array, start: number, end: number, mark: number): boolean {
  if (cell.length !== end - start || known !== mark) return false;
  // From the end: values of one column differ there.
  for (let at = cell.length - 1; at >= 0; at -= 1) if (cell[at] !== bytes[start + at]) return false;
  return true;
}

/** FNV-1a over the last bytes, in which values of one column differ, and the length. */
function slotOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 ^ (end - start);
  for (let at = Math.max(start, end - 8); at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}
