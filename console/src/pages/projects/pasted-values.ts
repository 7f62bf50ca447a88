/** The values in pasted text, one a line, each once, without the quotation marks that spreadsheets add. */
export function pastedValues(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n|\t/).map((line) => unquoted(line.trim()));
  return [...new Set(lines.filter((line) => line !== ""))];
}

function unquoted(line: string): string {
  return /^".*"$/.test(line) && line.length > 1 ? line.slice(1, -1).replaceAll('""', '"') : line;
}
