/** One line of the result: what was measured, what came out, what was asked for. */
export interface Line {
  figure: string;
  value: string;
  target?: string;
  /** Undefined where there is nothing to reach. */
  reached?: boolean;
}

/** Prints all lines as one Markdown table. */
export function printTable(lines: Line[]): void {
  const rows = lines.map(({ figure, value, target = "", reached }) => [
    figure,
    value,
    target,
    reached === undefined ? "" : reached ? "yes" : "NO",
  ]);
  const head = ["figure", "measured", "target", "reached"];
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const print = (cells: string[]) =>
    console.log(`| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |`);
  print(head);
  print(widths.map((width) => "-".repeat(width)));
  for (const row of rows) print(row);
}

export function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString("en")}/s`;
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
