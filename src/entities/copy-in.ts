import { finished } from "node:stream/promises";
import type pg from "pg";
import { type CopyStreamQuery, from as copyFrom } from "pg-copy-streams";

/** One COPY in text format, fed in pieces. Until it has ended its connection can do nothing else. */
export class CopyIn {
  readonly #stream: CopyStreamQuery;
  /** Settles with the COPY: rejected when it fails or is given up. */
  readonly #ended: Promise<void>;
  #written: Promise<void> = Promise.resolve();

  constructor(client: pg.ClientBase, text: string) {
    this.#stream = client.query(copyFrom(text));
    this.#ended = finished(this.#stream);
    // Whoever waits for it hears of a failure; between two waits it must not end the process.
    this.#ended.catch(() => {});
  }

  /**
   * Resolves when the piece before this one is sent (back-pressure): one is on its way to the database while its caller
   * makes the next.
   */
  async write(piece: Uint8Array): Promise<void> {
    const before = this.#written;
    this.#written = new Promise<void>((resolve, reject) => {
      this.#stream.write(piece, (error) => (error ? reject(error) : resolve()));
    });
    // Heard of by the next piece, or at the end.
    this.#written.catch(() => {});
    await Promise.race([before, this.#ended]);
  }

  async end(): Promise<void> {
    this.#stream.end();
    await this.#ended;
  }

  /** Ends the COPY without its rows, where it has not ended yet. */
  async giveUp(): Promise<void> {
    if (this.#stream.writableFinished) return;
    this.#stream.destroy();
    await this.#ended.catch(() => {});
  }
}
