import { styleText } from "node:util";

type Style = "red" | "green" | "yellow" | "cyan" | "bold" | "dim";
type Stream = NodeJS.WriteStream;

/** Colour where the stream is a terminal that wants it (`NO_COLOR`, `FORCE_COLOR` are respected), else the bare text. */
export function paint(style: Style, text: string, stream: Stream): string {
  return styleText(style, text, { stream });
}

/** Whether lines can be written over: a terminal, and not one that only knows plain text. */
export function isLive(stream: Stream): boolean {
  return stream.isTTY === true && process.env.TERM !== "dumb";
}

/** A part of a whole as a bar, such as `██████░░░░`. */
export function bar(share: number, width: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * width);
  return "█".repeat(full) + "░".repeat(width - full);
}

/** Plain lines come no closer than this, so that a log does not fill with progress. */
const PLAIN_LINE_INTERVAL_MS = 2_000;
const LIVE_LINE_INTERVAL_MS = 80;

/** The one line that changes: written over in a terminal, and now and then a line of its own elsewhere. */
export class LiveLine {
  readonly #stream: Stream;
  readonly #live: boolean;
  #shownAt = 0;
  #isOpen = false;

  constructor(stream: Stream) {
    this.#stream = stream;
    this.#live = isLive(stream);
  }

  /** Shows the state of things; too frequent ones are left out. `text` is made only when it is shown. */
  show(text: () => string): void {
    const now = Date.now();
    if (now - this.#shownAt < (this.#live ? LIVE_LINE_INTERVAL_MS : PLAIN_LINE_INTERVAL_MS)) return;
    // Without a terminal the first state says nothing yet: wait one interval.
    const isFirst = this.#shownAt === 0;
    this.#shownAt = now;
    if (this.#live) this.#overwrite(text());
    else if (!isFirst) this.#stream.write(`${text()}\n`);
  }

  /** Ends the line: it is removed, and `text`, if any, stays in its place. */
  end(text?: string): void {
    if (this.#isOpen) this.#stream.write("\r\x1b[2K");
    this.#isOpen = false;
    this.#shownAt = 0;
    if (text !== undefined) this.#stream.write(`${text}\n`);
  }

  #overwrite(text: string): void {
    this.#stream.write(`\r\x1b[2K${text.slice(0, (this.#stream.columns || 80) - 1)}`);
    this.#isOpen = true;
  }
}
