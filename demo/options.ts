import { parseArgs } from "node:util";

export interface Options {
  /** Stop the service at the end. */
  exit: boolean;
  /** How many stores to upload. */
  stores: number;
}

const STORES = { usual: 120_000, min: 100, max: 135_000 };

const HELP = `Shows the whole work of Shelfwire with the real service on a database of its own.

  npm run demo
  npm run demo -- --exit
  npm run demo -- --stores 2000

Options:
  --exit             stop the service at the end and remove its folder; otherwise it goes on until Ctrl-C
  --stores <number>  how many stores to upload, ${STORES.min} to ${STORES.max} (${STORES.usual} by default)
  --help             show this

It ends with code 0 when all that it shows has happened, 1 when something has not, 2 after a wrong option and 130 after
Ctrl-C.
`;

/** The options of a command line, or how to end because of it. */
export function readOptions(args: string[]): Options | { exitCode: number } {
  try {
    const { values } = parseArgs({
      args,
      options: { exit: { type: "boolean" }, stores: { type: "string" }, help: { type: "boolean", short: "h" } },
    });
    if (values.help) {
      process.stdout.write(HELP);
      return { exitCode: 0 };
    }
    const stores = Number(values.stores ?? STORES.usual);
    if (Number.isInteger(stores) && stores >= STORES.min && stores <= STORES.max) {
      return { exit: values.exit === true, stores };
    }
    process.stderr.write(`demo: --stores ${values.stores}: expected a whole number, ${STORES.min} to ${STORES.max}\n`);
  } catch (error) {
    process.stderr.write(`demo: ${error instanceof Error ? error.message : String(error)}\n`);
  }
  return { exitCode: 2 };
}
