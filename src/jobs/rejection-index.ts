import type { FileStore } from "../files/file-store.ts";
import type { Rejection } from "./rejections.ts";

/** Which rejections: those of one kind, or of one kind and field. */
export interface RejectionFilter {
  code: string;
  /** undefined: of any field, and of none. */
  field?: string | undefined;
}

/** What went wrong how often. */
export interface RejectionGroup {
  code: string;
  /** Null where the messages are about rows as a whole. */
  field: string | null;
  /** The first of them. */
  message: string;
  rows: number;
}

/** Where rows of one kind stand in the file: the place of every `stride`-th, in bytes, so that any page is near one. */
export interface Marks {
  rows: number;
  stride: number;
  places: number[];
}

interface MarkedGroup extends Pick<RejectionGroup, "code" | "field" | "message"> {
  marks: Marks;
}

/** Stands beside the file of rejections, made while that is written. */
interface StoredIndex {
  all: Marks;
  byCode: Record<string, Marks>;
  groups: MarkedGroup[];
}

/**
 * So many marks a kind at most. With a million rejections, a page of a kind that is one in 500 of them reads some
 * 25,000 lines: 40 ms; the index of thirty kinds is 500 kB.
 */
const MARKS_MAX = 2_048;

/** Counts rejections by kind and field as they are written, and remembers where to find them. */
export class RejectionIndexer {
  readonly #all = new Marker();
  readonly #byCode = new Map<string, Marker>();
  readonly #groups = new Map<string, Map<string | null, MarkedGroup & { marks: Marker }>>();

  /** `place` is the byte of the file at which the rejection's line begins. */
  add(rejection: Rejection, place: number): void {
    this.#all.add(place);
    for (const { code, fields, message } of rejection.failures) {
      made(this.#byCode, code, () => new Marker()).add(place);
      if (fields.length === 0) this.#addTo(code, null, message, place);
      for (const field of fields) this.#addTo(code, field, message, place);
    }
  }

  stored(): StoredIndex {
    const groups = [...this.#groups.values()].flatMap((ofCode) => [...ofCode.values()]);
    return {
      all: this.#all.stored(),
      byCode: Object.fromEntries([...this.#byCode].map(([code, marker]) => [code, marker.stored()])),
      groups: groups.map((group) => ({ ...group, marks: group.marks.stored() })),
    };
  }

  #addTo(code: string, field: string | null, message: string, place: number): void {
    const ofCode = made(this.#groups, code, () => new Map());
    const group = made(ofCode, field, () => ({ code, field, message, marks: new Marker() }));
    group.marks.add(place);
  }
}

/** The file beside that of the rejections. */
export function indexKey(fileKey: string): string {
  return `${fileKey}.index`;
}

/** What went wrong how often, the most frequent first. */
export async function readRejectionGroups(files: FileStore, fileKey: string): Promise<RejectionGroup[]> {
  const { groups } = await readIndex(files, fileKey);
  return groups
    .map(({ marks, ...group }) => ({ ...group, rows: marks.rows }))
    .sort((one, other) => other.rows - one.rows || (one.code < other.code ? -1 : 1));
}

/** Where the rejections that match are; undefined where there are none. */
export async function readMarks(
  files: FileStore,
  fileKey: string,
  filter: RejectionFilter | undefined,
): Promise<Marks | undefined> {
  const { all, byCode, groups } = await readIndex(files, fileKey);
  if (filter === undefined) return all;
  const { code, field } = filter;
  if (field === undefined) return Object.hasOwn(byCode, code) ? byCode[code] : undefined;
  return groups.find((group) => group.code === code && group.field === field)?.marks;
}

async function readIndex(files: FileStore, fileKey: string): Promise<StoredIndex> {
  const chunks: Buffer[] = [];
  for await (const chunk of await files.read(indexKey(fileKey))) chunks.push(chunk);
  // Stored JSON of our own, written by `RejectionsWriter`.
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

function made<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = make();
  map.set(key, value);
  return value;
}

class Marker {
  #rows = 0;
  #stride = 1;
  #places: number[] = [];
  #last = -1;

  /** A row counts once, however many of its messages are of the kind. */
  add(place: number): void {
    if (place === this.#last) return;
    this.#last = place;
    if (this.#rows % this.#stride === 0) this.#mark(place);
    this.#rows += 1;
  }

  stored(): Marks {
    return { rows: this.#rows, stride: this.#stride, places: this.#places };
  }

  #mark(place: number): void {
    if (this.#places.length === MARKS_MAX) {
      this.#places = this.#places.filter((_, i) => i % 2 === 0);
      this.#stride *= 2;
    }
    if (this.#rows % this.#stride === 0) this.#places.push(place);
  }
}
