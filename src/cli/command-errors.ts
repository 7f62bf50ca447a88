import { EXIT } from "./exit-codes.ts";

/** The command was called in a way that cannot work. */
export class UsageError extends Error {}

/** The command did what it could and did not succeed; the sentence says why, the code tells scripts. */
export class CommandFailed extends Error {
  readonly exitCode: number;

  constructor(sentence: string, exitCode: number = EXIT.failure) {
    super(sentence);
    this.exitCode = exitCode;
  }
}
