import type { Rejection } from "@shelfwire/client";
import { count } from "./figures.ts";
import { note } from "./output.ts";
import { groupRejections } from "./rejection-groups.ts";
import { paint, widthOfStream } from "./terminal.ts";
import { cut, printable, wrap } from "./text-width.ts";

const GROUPS_SHOWN_MAX = 8;
const COUNT_WIDTH = 9;

/** Shows which kinds of messages there are, how often, and the first rows of each. */
export function reportRejections(rejections: readonly Rejection[]): void {
  const groups = groupRejections(rejections);
  const { stderr } = process;
  const width = widthOfStream(stderr);
  note("");
  for (const { count: times, kind, examples } of groups.slice(0, GROUPS_SHOWN_MAX)) {
    const head = `${count(times).padStart(COUNT_WIDTH)}  `;
    const [first = "", ...more] = inLines(printable(kind), width - head.length);
    note(`${paint("bold", head, stderr)}${first}`);
    for (const line of more) note(`${" ".repeat(head.length)}${line}`);
    for (const { key, message } of examples) {
      const line = `${" ".repeat(COUNT_WIDTH + 2)}${key}${message === kind ? "" : `: ${message}`}`;
      note(paint("dim", cut(printable(line), width), stderr));
    }
  }
  if (groups.length > GROUPS_SHOWN_MAX) {
    note(`${" ".repeat(COUNT_WIDTH + 2)}and ${groups.length - GROUPS_SHOWN_MAX} further kinds`);
  }
  note("");
}

function inLines(text: string, width: number): string[] {
  return Number.isFinite(width) ? wrap(text, Math.max(16, width)) : [text];
}
