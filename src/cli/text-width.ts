/** How many columns of a terminal a text takes: letters of East Asia and emoji take two, accents that are added none. */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const sign of signsOf(text)) width += widthOfSign(sign);
  return width;
}

/** The text, or as much of it as fits with `…` at its end. */
export function cut(text: string, widthMax: number): string {
  if (widthOf(text) <= widthMax) return text;
  let kept = "";
  let width = 0;
  for (const sign of signsOf(text)) {
    width += widthOfSign(sign);
    if (width > widthMax - 1) break;
    kept += sign;
  }
  return `${kept}…`;
}

/** The text in lines that fit, broken at spaces where there are any. */
export function wrap(text: string, widthMax: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/(?<= )/)) {
    if (line !== "" && widthOf((line + word).trimEnd()) > widthMax) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += word;
    while (widthOf(line.trimEnd()) > widthMax) {
      const head = headOf(line, widthMax);
      lines.push(head);
      line = line.slice(head.length);
    }
  }
  return line.trimEnd() === "" && lines.length > 0 ? lines : [...lines, line.trimEnd()];
}

export function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

export function padStart(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - widthOf(text))) + text;
}

/** Data of others may hold control characters, which a terminal would obey, and signs that turn the order of letters. */
export function printable(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced.
  return value.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "�");
}

const PLAIN = /^[\x20-\x7e]*$/;
const NOTHING = /^[\p{Mark}\p{Cf}]/u;
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;

let segmenter: Intl.Segmenter | undefined;

/** What a person takes for one letter, however many characters it is made of. */
function* signsOf(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(text)) yield segment;
}

function widthOfSign(sign: string): number {
  if (NOTHING.test(sign)) return 0;
  return WIDE.test(sign) ? 2 : 1;
}

function headOf(text: string, widthMax: number): string {
  let head = "";
  let width = 0;
  for (const sign of signsOf(text)) {
    width += widthOfSign(sign);
    if (width > widthMax && head !== "") break;
    head += sign;
  }
  return head;
}
