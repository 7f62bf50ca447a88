/** Where JSON values end in a text. Only quotes and brackets are looked at; whether it is JSON at all others judge. */

/** The text ends before the value does. */
export const INCOMPLETE = -1;

const QUOTE = 34;
const BACKSLASH = 92;

/**
 * The end of the value that begins at `start`. `isLast`: no more text follows, so that a number may end with it.
 * Any depth is passed over; `onTooDeep` hears of levels beyond `depthMax`.
 */
export function endOfValue(
  text: string,
  start: number,
  isLast: boolean,
  { depthMax, onTooDeep }: { depthMax: number; onTooDeep: () => void },
): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  if (first !== "{" && first !== "[") return endOfScalar(text, start, isLast);
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at);
        if (end === INCOMPLETE) return INCOMPLETE;
        at = end - 1;
        break;
      }
      case 0x7b:
      case 0x5b:
        depth += 1;
        if (depth > depthMax) onTooDeep();
        break;
      case 0x7d:
      case 0x5d:
        depth -= 1;
        if (depth === 0) return at + 1;
        break;
    }
  }
  return INCOMPLETE;
}

/** Behind the closing quote of the string whose opening one stands at `open`. */
export function endOfString(text: string, open: number): number {
  for (let quote = text.indexOf('"', open + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return INCOMPLETE;
}

/** Behind the space that begins at `from`. */
export function spaceEnd(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** JSON's four kinds of space. */
export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function endOfScalar(text: string, start: number, isLast: boolean): number {
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isSpace(code) || code === 0x2c || code === 0x5d || code === 0x7d || code === 0x5b || code === 0x7b) {
      // A sign that begins no value is taken along, for the parser to complain of.
      return at === start ? at + 1 : at;
    }
    at += 1;
  }
  return isLast ? at : INCOMPLETE;
}
