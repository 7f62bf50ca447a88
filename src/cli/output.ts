/** One record for programs. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** One of many for programs. Resolves once the line is taken, so that a slow reader slows the writer and memory stays flat. */
export async function printJsonLine(value: unknown): Promise<void> {
  if (process.stdout.write(`${JSON.stringify(value)}\n`)) return;
  await new Promise<void>((resolve) => process.stdout.once("drain", resolve));
}

/** A list for programs: one line each, nothing for an empty list. */
export async function printJsonLines(values: Iterable<unknown>): Promise<void> {
  for (const value of values) await printJsonLine(value);
}

/** For people, beside the data: what was done, what comes next. */
export function note(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
