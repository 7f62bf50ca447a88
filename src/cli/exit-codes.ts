/** How the command line ends, for scripts. */
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

export const EXIT_CODES_HELP = `Exit codes:
  0  done
  1  failed: the service refused, a job failed, a file could not be read
  2  wrong usage: an unknown option, a missing setting
  3  the job is done, and some rows were rejected
  4  not authorised: a token is wrong, expired, or of another project
  5  the service could not be reached, or is not ready`;
