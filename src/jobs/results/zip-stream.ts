import { Zip, ZipDeflate } from "fflate";

/** Text members of a ZIP archive, written one after another; the archive comes out as it grows. */
export class ZipStream {
  #ready: Uint8Array[] = [];
  readonly #zip: Zip;
  #member: ZipDeflate | undefined;
  readonly #encoder = new TextEncoder();

  constructor() {
    this.#zip = new Zip((error, chunk) => {
      if (error) throw error;
      this.#ready.push(chunk);
    });
  }

  /** Begins a member and ends the one before. */
  begin(name: string): void {
    this.endMember();
    // The fastest level: these are files for one download.
    this.#member = new ZipDeflate(name, { level: 1 });
    this.#zip.add(this.#member);
  }

  write(text: string): void {
    this.#member?.push(this.#encoder.encode(text), false);
  }

  endMember(): void {
    this.#member?.push(new Uint8Array(0), true);
    this.#member = undefined;
  }

  end(): void {
    this.endMember();
    this.#zip.end();
  }

  /** What has come out since the last call. */
  take(): Uint8Array[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }
}
