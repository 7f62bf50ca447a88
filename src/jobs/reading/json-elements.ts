import { JSON_DEPTH_MAX, ROW_LENGTH_MAX } from "../../config/limits.ts";
import { parseJson } from "../../lib/json.ts";
import { UnreadableFile } from "../unreadable-file.ts";
import { textKind } from "./content-kind.ts";
import { LongElement } from "./json-long.ts";
import { endOfString, endOfValue, INCOMPLETE, spaceEnd } from "./json-scan.ts";

/** One element of the upload, of whatever type; `text` is its JSON as it was sent, `line` where it begins. */
export interface JsonElement {
  line: number;
  text: string;
  value: unknown;
  /** Nested more than `JSON_DEPTH_MAX` levels deep; then `text` and `value` are what is left without the nesting. */
  isTooDeep?: true;
  /** Longer than `ROW_LENGTH_MAX`; then `text` and `value` are its first plain members. */
  isTooLong?: true;
}

/**
 * start: nothing but space so far. value, next: in the list, before an element or after one. lines: elements one after
 * another. members: in the object around the list, behind the list. end: nothing but space may follow.
 */
type Place = "start" | "first" | "value" | "next" | "lines" | "members" | "end";

/**
 * Splits JSON text, given in pieces of any size, into elements: of an array, of the list in an object
 * (`{"stores": [...]}`), or of JSON lines (decisions, section 6). It finds where elements end; `JSON.parse` judges
 * them. Throws `UnreadableFile` with the place of what is malformed.
 */
export class JsonSplitter {
  readonly #listNames: readonly string[];
  #place: Place = "start";
  #isWrapped = false;
  #rest = "";
  #at = 0;
  #line = 1;
  #elements = 0;
  #isTooDeep = false;
  #long: LongElement | undefined;
  readonly #depth = {
    depthMax: JSON_DEPTH_MAX,
    onTooDeep: () => {
      this.#isTooDeep = true;
    },
  };

  /** `listNames`: the members that may hold the list. */
  constructor(listNames: readonly string[]) {
    this.#listNames = listNames;
  }

  /** The elements that end in this piece. */
  add(piece: string): JsonElement[] {
    const elements: JsonElement[] = [];
    if (this.#long === undefined) this.#rest += piece;
    else if (!this.#passLong(this.#long, piece, elements)) return elements;
    this.#split(elements, false);
    this.#rest = this.#rest.slice(this.#at);
    this.#at = 0;
    if (this.#rest.length > ROW_LENGTH_MAX) this.#beginLong(elements);
    return elements;
  }

  /** A row too long is passed over without being kept; of anything else that is so long nothing can be made. */
  #beginLong(elements: JsonElement[]): void {
    if (this.#place !== "first" && this.#place !== "value" && this.#place !== "lines") {
      throw new UnreadableFile(
        `The JSON behind row ${this.#elements}, which begins in line ${this.#line}, is longer than ${ROW_LENGTH_MAX} characters without a row.`,
      );
    }
    const head = this.#rest;
    this.#long = new LongElement(head);
    this.#passLong(this.#long, head, elements);
  }

  /** True where it has ended. */
  #passLong(long: LongElement, text: string, elements: JsonElement[]): boolean {
    const end = long.end(text);
    this.#rest = end === INCOMPLETE ? "" : text.slice(end);
    if (end === INCOMPLETE) return false;
    const { members, feeds } = long;
    elements.push({ line: this.#line, text: JSON.stringify(members), value: members, isTooLong: true });
    this.#elements += 1;
    this.#line += feeds;
    this.#place = this.#place === "lines" ? "lines" : "next";
    this.#long = undefined;
    return true;
  }

  /** What is left, once there is no more text. */
  finish(): JsonElement[] {
    const elements: JsonElement[] = [];
    this.#split(elements, true);
    const { line } = this.#skipSpace();
    if (this.#place === "start") throw new UnreadableFile("The file is empty; a JSON array of objects is expected.");
    if (this.#long === undefined && (this.#place === "lines" || this.#place === "end")) return elements;
    throw new UnreadableFile(
      `The JSON is cut off: the file ends in line ${line}, before the end of the ${this.#isWrapped ? "object" : "array"}.`,
    );
  }

  #split(elements: JsonElement[], isLast: boolean): void {
    for (;;) {
      const { character } = this.#skipSpace();
      if (character === undefined) return;
      if (this.#place === "end") throw this.#unexpected("the end of the file");
      const goesOn = this.#step(character, elements, isLast);
      if (!goesOn) return;
    }
  }

  /** One element or one sign between elements; false where more text is needed. */
  #step(character: string, elements: JsonElement[], isLast: boolean): boolean {
    switch (this.#place) {
      case "start":
        return this.#begin(character, isLast);
      case "first":
        if (character === "]") return this.#closeList();
        return this.#element(elements, isLast, "next");
      case "value":
        return this.#element(elements, isLast, "next");
      case "next":
        if (character === "]") return this.#closeList();
        if (character !== ",") throw this.#unexpected("“,” or “]”");
        this.#at += 1;
        this.#place = "value";
        return true;
      case "lines":
        if (character === ",") throw this.#unexpected("another object or the end of the file");
        return this.#element(elements, isLast, "lines");
      case "members":
        return this.#member(character, isLast);
      case "end":
        return false;
    }
  }

  #begin(character: string, isLast: boolean): boolean {
    if (character === "[") {
      this.#at += 1;
      this.#place = "first";
      return true;
    }
    if (character !== "{") {
      const kind = textKind(this.#rest.slice(this.#at, this.#at + 4_096));
      const looks = kind === "CSV" ? "It looks like CSV: send it with file_format CSV." : `It looks like ${kind}.`;
      throw new UnreadableFile(`The file is not a JSON array of objects. ${looks}`);
    }
    const list = this.#findList();
    if (list === INCOMPLETE && !isLast) return false;
    if (list <= 0) {
      this.#place = "lines";
      return true;
    }
    this.#line += countFeeds(this.#rest.slice(this.#at, list));
    this.#at = list;
    this.#isWrapped = true;
    this.#place = "first";
    return true;
  }

  /** Where the list of the object that begins here begins; 0 where the object has none. */
  #findList(): number {
    const text = this.#rest;
    let at = spaceEnd(text, this.#at + 1);
    while (text[at] === '"') {
      const nameEnd = endOfString(text, at);
      if (nameEnd === INCOMPLETE) return INCOMPLETE;
      const colon = spaceEnd(text, nameEnd);
      const valueStart = spaceEnd(text, colon + 1);
      if (valueStart >= text.length) return INCOMPLETE;
      if (text[colon] !== ":") return 0;
      const isList =
        text[valueStart] === "[" && this.#listNames.some((name) => text.slice(at + 1, nameEnd - 1) === name);
      if (isList) return valueStart + 1;
      const valueEnd = endOfValue(text, valueStart, false, this.#depth);
      if (valueEnd === INCOMPLETE) return INCOMPLETE;
      const comma = spaceEnd(text, valueEnd);
      if (comma >= text.length) return INCOMPLETE;
      if (text[comma] !== ",") return 0;
      at = spaceEnd(text, comma + 1);
    }
    return at >= text.length ? INCOMPLETE : 0;
  }

  #element(elements: JsonElement[], isLast: boolean, then: Place): boolean {
    const start = this.#at;
    this.#isTooDeep = false;
    const end = endOfValue(this.#rest, start, isLast, this.#depth);
    if (end === INCOMPLETE) {
      if (!isLast) return false;
      throw new UnreadableFile(
        `The JSON is cut off: the file ends in the middle of row ${this.#elements + 1}, which begins in line ${this.#line}.`,
      );
    }
    const text = this.#rest.slice(start, end);
    const value = this.#parse(text);
    elements.push(
      this.#isTooDeep ? { line: this.#line, ...cut(value), isTooDeep: true } : { line: this.#line, text, value },
    );
    this.#elements += 1;
    this.#line += countFeeds(text);
    this.#at = end;
    this.#place = then;
    return true;
  }

  #closeList(): boolean {
    this.#at += 1;
    this.#place = this.#isWrapped ? "members" : "end";
    return true;
  }

  /** A further member of the object around the list: nothing of ours, but it must be JSON. */
  #member(character: string, isLast: boolean): boolean {
    if (character === "}") {
      this.#at += 1;
      this.#place = "end";
      return true;
    }
    if (character !== ",") throw this.#unexpected("“,” or “}”");
    const text = this.#rest;
    const name = spaceEnd(text, this.#at + 1);
    const nameEnd = text[name] === '"' ? endOfString(text, name) : INCOMPLETE;
    const value = nameEnd === INCOMPLETE ? text.length : spaceEnd(text, spaceEnd(text, nameEnd) + 1);
    const end = value >= text.length ? INCOMPLETE : endOfValue(text, value, isLast, this.#depth);
    if (end === INCOMPLETE) {
      if (isLast || (name < text.length && text[name] !== '"')) throw this.#unexpected("another member");
      return false;
    }
    if (this.#listNames.includes(text.slice(name + 1, nameEnd - 1))) {
      throw new UnreadableFile(
        `The object has a second list, in line ${this.#line}: put all rows into one member “${this.#listNames[0]}”.`,
      );
    }
    const member = text.slice(this.#at + 1, end);
    this.#parse(`{${member}}`);
    this.#line += countFeeds(member);
    this.#at = end;
    return true;
  }

  #parse(text: string): unknown {
    try {
      return parseJson(text);
    } catch (error) {
      const complaint = error instanceof Error ? shorten(error.message) : "";
      throw new UnreadableFile(
        `The JSON of row ${this.#elements + 1}, which begins in line ${this.#line}, is malformed${complaint}.`,
      );
    }
  }

  #skipSpace(): { character: string | undefined; line: number } {
    const start = this.#at;
    this.#at = spaceEnd(this.#rest, start);
    if (this.#at > start) this.#line += countFeeds(this.#rest.slice(start, this.#at));
    return { character: this.#rest[this.#at], line: this.#line };
  }

  #unexpected(expected: string): UnreadableFile {
    const found = this.#rest[this.#at] ?? "the end";
    return new UnreadableFile(
      `The JSON is malformed in line ${this.#line}, behind row ${this.#elements}: found “${found}” where ${expected} is expected.`,
    );
  }
}

/** What is kept of a row that is nested too deep: its plain members, so that it can be told which row it is. */
function cut(value: unknown): { text: string; value: unknown } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { text: "[]", value: [] };
  const plain = Object.entries(value).filter(([, member]) => typeof member !== "object");
  const kept = Object.fromEntries(plain);
  return { text: JSON.stringify(kept), value: kept };
}

function countFeeds(text: string): number {
  let feeds = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) feeds += 1;
  return feeds;
}

/** The engine's complaint without the copy of the text that it brings. */
function shorten(message: string): string {
  const complaint = message
    .replace(/ in JSON at position.*$/s, "")
    .replace(/,? (\.\.\.)?".*"(\.\.\.)? is not valid JSON$/s, "");
  return complaint === "" || complaint.length > 100 ? "" : `: ${complaint}`;
}
