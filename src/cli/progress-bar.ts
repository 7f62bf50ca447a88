import { bar } from "./terminal.ts";
import { widthOf } from "./text-width.ts";

/** What a line of progress says, of which a narrow terminal shows the more important parts. */
export interface ProgressParts {
  /** What is going on, such as `sending`. */
  state: string;
  /** From 0 to 1; undefined where unknown. */
  share?: number;
  /** In the order in which they are shown; the last ones go first where there is no room. */
  figures: string[];
}

const STATE_WIDTH = 9;
const BAR_WIDTH_MAX = 24;
const BAR_WIDTH_MIN = 8;
const PERCENT_WIDTH = 4;
const GAP = "  ";

/** `reading    ████████░░░░   34%  41,000 rows  52,000 rows/s  2 s left`; the bar gives way before the figures do. */
export function progressBar({ state, share, figures }: ProgressParts, width: number): string {
  const parts = [state.padEnd(STATE_WIDTH)];
  if (share !== undefined) {
    const others = figures.reduce((sum, figure) => sum + GAP.length + widthOf(figure), 0);
    const room = width - STATE_WIDTH - 2 * GAP.length - PERCENT_WIDTH - others;
    const percent = `${Math.floor(Math.min(1, share) * 100)}%`.padStart(PERCENT_WIDTH);
    parts.push(bar(share, Math.max(BAR_WIDTH_MIN, Math.min(BAR_WIDTH_MAX, room))), percent);
  }
  let line = parts.join(GAP);
  for (const figure of figures) {
    if (widthOf(line) + GAP.length + widthOf(figure) > width) break;
    line += GAP + figure;
  }
  return line;
}
