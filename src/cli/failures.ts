import { ShelfwireError, UnreachableError } from "@shelfwire/client";
import { CommanderError } from "commander";
import { CommandFailed, UsageError } from "./command-errors.ts";
import { EXIT } from "./exit-codes.ts";

export interface Failure {
  /** One line; empty where all has been said already. */
  sentence: string;
  exitCode: number;
}

/** What to tell, and how to end, for anything that a verb throws. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CommanderError) return ofCommander(error);
  if (error instanceof UsageError) return { sentence: error.message, exitCode: EXIT.usage };
  if (error instanceof CommandFailed) return { sentence: error.message, exitCode: error.exitCode };
  if (error instanceof UnreachableError) return ofUnreachable(error);
  if (error instanceof ShelfwireError) return ofAnswer(error);
  if (isSystemError(error)) return { sentence: ofSystem(error), exitCode: EXIT.failure };
  const text = error instanceof Error ? error.message : String(error);
  return { sentence: `unexpected failure: ${text}`, exitCode: EXIT.failure };
}

/** Commander has written its own message already. */
function ofCommander(error: CommanderError): Failure {
  return { sentence: "", exitCode: error.exitCode === 0 ? EXIT.ok : EXIT.usage };
}

function ofUnreachable(error: UnreachableError): Failure {
  const cure = 'start one with "shelfwire serve", or name another with --url or SHELFWIRE_URL';
  return { sentence: `${error.message.replace("No", "no")}; ${cure}`, exitCode: EXIT.unreachable };
}

function ofAnswer(error: ShelfwireError): Failure {
  const quoted = error.requestId === undefined ? "" : ` (request ${error.requestId})`;
  const sentence = `${error.message}${quoted}`;
  if (error.statusCode === 401 || error.statusCode === 403) {
    const cure = "check --token or SHELFWIRE_TOKEN, for operators --operator-token or SHELFWIRE_OPERATOR_TOKEN";
    return { sentence: `${sentence}; ${cure}`, exitCode: EXIT.notAuthorised };
  }
  const isAway = error.statusCode === 502 || error.statusCode === 503 || error.statusCode === 504;
  return { sentence, exitCode: isAway ? EXIT.unreachable : EXIT.failure };
}

function ofSystem(error: NodeJS.ErrnoException): string {
  const where = error.path ?? "the file";
  switch (error.code) {
    case "ENOENT":
      return `${where}: there is no such file or folder`;
    case "EACCES":
    case "EPERM":
      return `${where}: permission denied`;
    case "EISDIR":
      return `${where} is a folder`;
    default:
      return error.message;
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && "syscall" in error;
}
