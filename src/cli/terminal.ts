import { styleText } from "node:util";
import { cut } from "./text-width.ts";

export type Style = "red" | "green" | "yellow" | "cyan" | "bold" | "dim";
type Stream = NodeJS.WriteStream;

/** Colour where the stream is a terminal that wants it (`NO_COLOR`, `FORCE_COLOR`, `TERM=dumb` are respected), else the bare text. */
export function paint(style: Style, text: string, stream: Stream): string {
  return styleText(style, text, { stream });
}

/** Whether lines can be written over: a terminal, and not one that only knows plain text. */
export function isLive(stream: Stream): boolean {
  return stream.isTTY === true && process.env.TERM !== "dumb";
}

/** Columns of the terminal; infinite where the text goes to a file or a program, which cuts nothing. */
export function widthOfStream(stream: Stream): number {
  return stream.isTTY === true ? stream.columns || 80 : Number.POSITIVE_INFINITY;
}

/** A part of a whole as a bar, such as `██████░░░░`. */
export function bar(share: number, width: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * width);
  return "█".repeat(full) + "░".repeat(width - full);
}

/** Plain lines come no closer than this, so that a log does not fill with progress. */
const PLAIN_LINE_INTERVAL_MS = 2_000;
const LIVE_LINE_INTERVAL_MS = 80;
/** Figures that only time changes, such as the time left, move even when nothing else arrives. */
const REDRAW_INTERVAL_MS = 250;

/** The one line that changes: written over in a terminal, and now and then a line of its own elsewhere. */
export class LiveLine {
  readonly #stream: Stream;
  readonly #live: boolean;
  #shownAt = 0;
  #isOpen = false;
  #text: (width: number) => string = () => "";
  #redrawing: NodeJS.Timeout | undefined;

  constructor(stream: Stream) {
    this.#stream = stream;
    this.#live = isLive(stream);
  }

  /** Shows the state of things; too frequent ones are left out. `text` is made only when it is shown, to fit `width`. */
  show(text: (width: number) => string): void {
    const now = Date.now();
    this.#text = text;
    if (now - this.#shownAt < (this.#live ? LIVE_LINE_INTERVAL_MS : PLAIN_LINE_INTERVAL_MS)) return;
    // Without a terminal the first state says nothing yet: wait one interval.
    const isFirst = this.#shownAt === 0;
    this.#shownAt = now;
    if (this.#live) this.#overwrite();
    else if (!isFirst) this.#stream.write(`${text(Number.POSITIVE_INFINITY)}\n`);
  }

  /** Writes a line that stays, above the one that changes. */
  above(line: string): void {
    if (this.#isOpen) this.#stream.write("\r\x1b[2K");
    this.#stream.write(`${line}\n`);
    if (this.#isOpen) this.#overwrite();
  }

  /** Ends the line: it is removed, and `text`, if any, stays in its place. */
  end(text?: string): void {
    clearInterval(this.#redrawing);
    this.#redrawing = undefined;
    if (this.#isOpen) this.#stream.write("\r\x1b[2K");
    this.#isOpen = false;
    this.#shownAt = 0;
    if (text !== undefined) this.#stream.write(`${text}\n`);
  }

  #overwrite(): void {
    const width = (this.#stream.columns || 80) - 1;
    this.#stream.write(`\r\x1b[2K${cut(this.#text(width), width)}`);
    this.#isOpen = true;
    this.#redrawing ??= setInterval(() => this.#overwrite(), REDRAW_INTERVAL_MS).unref();
  }
}
