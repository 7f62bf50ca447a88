/** Text with names that a client wrote, as the database takes it: without null characters and halves of pairs. */
export function printable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}
