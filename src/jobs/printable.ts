/** Names that a client wrote, fit for a sentence and for the database: which keeps neither null characters nor half of a pair. */
export function printable(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}/gu, "\ufffd");
}
