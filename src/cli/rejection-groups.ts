import type { Rejection } from "@shelfwire/client";

/** Rejections with the same kind of message. */
export interface RejectionGroup {
  /** The message without the values in it, such as `Unknown region_name '...'`. */
  kind: string;
  count: number;
  /** The first few, with the key of their row. */
  examples: { key: string; message: string }[];
}

const EXAMPLES_MAX = 3;

/** The kinds of messages, the most frequent first; a row with two messages stands in two groups. */
export function groupRejections(rejections: readonly Rejection[]): RejectionGroup[] {
  const groups = new Map<string, RejectionGroup>();
  for (const rejection of rejections) {
    const key = keyOf(rejection);
    for (const message of rejection.errors) {
      const kind = message.replace(/'.*'/s, "'...'");
      const group = groups.get(kind) ?? { kind, count: 0, examples: [] };
      group.count += 1;
      if (group.examples.length < EXAMPLES_MAX) group.examples.push({ key, message });
      groups.set(kind, group);
    }
  }
  return [...groups.values()].sort((one, other) => other.count - one.count);
}

/** The key of the refused row, whatever its field is called. */
function keyOf({ errors: _errors, ...rest }: Rejection): string {
  const key = Object.values(rest)[0];
  return key === null || key === undefined || key === "" ? "(no key)" : String(key);
}
