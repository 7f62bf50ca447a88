/**
 * Where rows lie: addresses of the database (`ctid`), six bytes each. They hold as long as the generation under which they
 * were read, because only a job moves rows; where the table was rewritten meanwhile (VACUUM FULL), rows are missing there,
 * which whoever reads them finds out by their number.
 */
export class RowPlaces {
  readonly #bytes: Buffer;

  private constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  static fromBase64(text: string | null): RowPlaces {
    return new RowPlaces(Buffer.from(text ?? "", "base64"));
  }

  /** Those from `start` on that come before `end`, in memory of their own. */
  slice(start: number, end: number): RowPlaces {
    return new RowPlaces(Buffer.from(this.#bytes.subarray(start * PLACE_BYTES, end * PLACE_BYTES)));
  }

  get length(): number {
    return this.#bytes.length / PLACE_BYTES;
  }

  get bytes(): number {
    return this.#bytes.length;
  }

  /** An array of PostgreSQL, as text: those from `start` on that come before `end`. */
  text(start = 0, end = this.length): string {
    const places: string[] = [];
    for (let at = start * PLACE_BYTES; at < Math.min(end, this.length) * PLACE_BYTES; at += PLACE_BYTES) {
      places.push(`"(${this.#bytes.readUInt32BE(at)},${this.#bytes.readUInt16BE(at + 4)})"`);
    }
    return `{${places.join(",")}}`;
  }
}

const PLACE_BYTES = 6;
