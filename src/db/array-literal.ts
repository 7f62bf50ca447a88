/**
 * A PostgreSQL array of values that need no quotes: ids, numbers, booleans, ISO times and words of ours; null where
 * there is none. The driver would look through each of them for characters to escape, which took 3 % of a busy sender.
 */
export function plainArray(values: readonly (string | number | boolean | null | undefined)[]): string {
  let text = "{";
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i];
    if (i > 0) text += ",";
    text += value === null || value === undefined ? "NULL" : value;
  }
  return `${text}}`;
}
