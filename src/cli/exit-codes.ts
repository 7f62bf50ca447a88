/** How the command line ends, for scripts. docs/command-line.md shows this table; a test compares them. */
export const EXIT = {
  ok: 0,
  failure: 1,
  usage: 2,
  rejectedRows: 3,
  notAuthorised: 4,
  unreachable: 5,
  /** 128 and the number of SIGINT, as shells have it. */
  interrupted: 130,
} as const;

export const EXIT_MEANINGS: Readonly<Record<number, string>> = {
  [EXIT.ok]: "done",
  [EXIT.failure]: "failed: the service refused, a job failed, a file could not be read, a check of doctor failed",
  [EXIT.usage]: "wrong usage: an unknown option, a missing setting",
  [EXIT.rejectedRows]: "the file was read to its end, and some of its rows were rejected",
  [EXIT.notAuthorised]: "not authorised: a token is wrong, expired, or of another project",
  [EXIT.unreachable]: "the service could not be reached, or is not ready",
  [EXIT.interrupted]: "interrupted with Ctrl-C before the end",
};

export const EXIT_CODES_HELP = `Exit codes:
${Object.entries(EXIT_MEANINGS)
  .map(([code, meaning]) => `${code.padStart(5)}  ${meaning}`)
  .join("\n")}`;
