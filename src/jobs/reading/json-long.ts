import { parseJson } from "../../lib/json.ts";
import { endOfString, endOfValue, INCOMPLETE, isSpace, spaceEnd } from "./json-scan.ts";

const QUOTE = 34;
const BACKSLASH = 92;

/** An element that is too long to be kept: only its end is looked for. */
export class LongElement {
  /** Its first plain members, so that it can be told which row it is. */
  readonly members: Record<string, unknown>;
  /** Line feeds in it. */
  feeds = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  /** `head`: its beginning, which is then to be given to `end` as well. */
  constructor(head: string) {
    this.members = firstMembers(head);
  }

  /** Where it ends in this piece of text, or `INCOMPLETE`. */
  end(text: string): number {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === 0x0a) this.feeds += 1;
      if (this.#isEscaped) this.#isEscaped = false;
      else if (this.#isInString) {
        if (code === BACKSLASH) this.#isEscaped = true;
        else if (code === QUOTE) {
          this.#isInString = false;
          if (this.#depth === 0) return at + 1;
        }
      } else if (code === QUOTE) this.#isInString = true;
      else if (code === 0x7b || code === 0x5b) this.#depth += 1;
      else if (this.#depth === 0 && (isSpace(code) || code === 0x2c || code === 0x5d)) return at;
      else if (code === 0x7d || code === 0x5d) {
        this.#depth -= 1;
        if (this.#depth === 0) return at + 1;
      }
    }
    return INCOMPLETE;
  }
}

function firstMembers(text: string): Record<string, unknown> {
  const members: [string, unknown][] = [];
  const anyDepth = { depthMax: Number.POSITIVE_INFINITY, onTooDeep: () => {} };
  let at = text.startsWith("{") ? spaceEnd(text, 1) : text.length;
  while (text[at] === '"') {
    const nameEnd = endOfString(text, at);
    const value = nameEnd === INCOMPLETE ? text.length : spaceEnd(text, spaceEnd(text, nameEnd) + 1);
    const end = value < text.length ? endOfValue(text, value, false, anyDepth) : INCOMPLETE;
    if (end === INCOMPLETE) break;
    members.push(...plainMembers(text.slice(at, end)));
    at = spaceEnd(text, spaceEnd(text, end) + 1);
  }
  return Object.fromEntries(members);
}

/** None where it is no JSON, which nobody will say of a row that is refused anyway. */
function plainMembers(member: string): [string, unknown][] {
  try {
    const parsed: unknown = parseJson(`{${member}}`);
    return Object.entries(parsed ?? {}).filter(([, value]) => typeof value !== "object");
  } catch {
    return [];
  }
}
