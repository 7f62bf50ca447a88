import { styleText } from "node:util";
import { duration } from "./figures.ts";

type Style = "red" | "green" | "yellow" | "cyan" | "bold" | "dim";

const LIVE_INTERVAL_MS = 80;
/** Where nothing can be written over, progress becomes lines, and not too many of them. */
const PLAIN_INTERVAL_MS = 2_000;

/**
 * Where the demo is seen: scenes, facts, tables, and one line at a time that changes. In a terminal with colour; piped
 * elsewhere as plain lines. It keeps what each scene has shown, for the summary.
 */
export class Stage {
  readonly #out = process.stdout;
  readonly #isLive = process.stdout.isTTY === true && process.env.TERM !== "dumb";
  readonly #shown: { title: string; seen: string; tookMs: number }[] = [];
  #lastLiveAt = 0;
  #liveIsOpen = false;

  /** Plays one scene; what it has seen goes into the summary. */
  async scene<T extends { seen: string }>(title: string, play: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    this.#lastLiveAt = this.#isLive ? 0 : Date.now();
    this.plain(`\n${this.paint("bold", `${this.#shown.length + 1}. ${title}`)}`);
    const played = await play();
    this.#shown.push({ title, seen: played.seen, tookMs: performance.now() - startedAt });
    return played;
  }

  /** What is about to be done, or good to know. */
  say(text: string): void {
    this.plain(`   ${this.paint("dim", text)}`);
  }

  /** A fact, read from the service or counted by a receiver. */
  fact(text: string): void {
    this.plain(`   ${this.paint("green", "✓")} ${text}`);
  }

  /** Something that went wrong, as it should. */
  setback(text: string): void {
    this.plain(`   ${this.paint("yellow", "✗")} ${text}`);
  }

  plain(text: string): void {
    this.close();
    this.#out.write(`${text}\n`);
  }

  /** The line that changes; too frequent states are left out. */
  live(text: () => string): void {
    const now = Date.now();
    if (now - this.#lastLiveAt < (this.#isLive ? LIVE_INTERVAL_MS : PLAIN_INTERVAL_MS)) return;
    this.#lastLiveAt = now;
    if (!this.#isLive) {
      this.#out.write(`   ${text()}\n`);
      return;
    }
    const width = (this.#out.columns || 80) - 1;
    this.#out.write(`\r\x1b[2K${this.paint("cyan", `   ${text()}`.slice(0, width))}`);
    this.#liveIsOpen = true;
  }

  /** Rows of cells below each other, each column as wide as what is in it; those in `right` stand to the right. */
  table(rows: string[][], { indent = "     ", right = [] }: { indent?: string; right?: number[] } = {}): void {
    const widths = (rows[0] ?? []).map((_cell, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
    for (const row of rows) {
      const cells = row.map((cell, at) =>
        right.includes(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      );
      this.plain(`${indent}${cells.join("  ").trimEnd()}`);
    }
  }

  /** Every scene with what was seen in it and how long it took. */
  summary(): void {
    this.plain(`\n${this.paint("bold", "What you have seen")}`);
    const total = this.#shown.reduce((sum, { tookMs }) => sum + tookMs, 0);
    const rows = this.#shown.map(({ title, seen, tookMs }) => [title, duration(tookMs), seen]);
    this.table([...rows, ["All of it", duration(total), ""]], { indent: "   ", right: [1] });
  }

  /** A part of a whole as a bar, such as `██████░░░░`. */
  bar(share: number, width = 24): string {
    const full = Math.round(Math.min(1, Math.max(0, share)) * width);
    return "█".repeat(full) + "░".repeat(width - full);
  }

  paint(style: Style, text: string): string {
    return styleText(style, text, { stream: this.#out });
  }

  /** Takes the changing line away. */
  close(): void {
    if (this.#liveIsOpen) this.#out.write("\r\x1b[2K");
    this.#liveIsOpen = false;
  }
}
