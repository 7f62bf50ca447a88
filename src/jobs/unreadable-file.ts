import { printable } from "./printable.ts";

/**
 * The file cannot be read as what it was declared to be. `message` says what is wrong and where, for the person who
 * made the file: it becomes the job's `failure_reason`.
 */
export class UnreadableFile extends Error {
  override name = "UnreadableFile";

  constructor(message: string) {
    super(printable(message));
  }
}

/** The bytes are no UTF-8; the pass is begun again with another encoding. */
export class NotUtf8 extends Error {
  override name = "NotUtf8";
}
