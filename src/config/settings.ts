import { isIP } from "node:net";

/**
 * Reads single settings from the environment and collects every mistake, so that all of them are reported at once
 * (decisions, section 9). A method answers the default where the text is missing or wrong.
 */
export class SettingsReader {
  readonly #environment: NodeJS.ProcessEnv;
  readonly #known = new Set<string>();
  readonly mistakes: string[] = [];
  /** The settings that the environment gives, in the order in which they were read. */
  readonly given = new Set<string>();

  constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = environment;
  }

  text(name: string): string | undefined {
    this.#known.add(name);
    const value = this.#environment[name]?.trim();
    if (value === "" || value === undefined) return undefined;
    this.given.add(name);
    return value;
  }

  integer(name: string, standard: number, range: { min: number; max: number }): number {
    const text = this.text(name);
    if (text === undefined) return standard;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= range.min && value <= range.max) return value;
    this.#mistake(name, `a whole number from ${range.min} to ${range.max}`, text);
    return standard;
  }

  flag(name: string, standard: boolean): boolean {
    const text = this.text(name)?.toLowerCase();
    if (text === undefined) return standard;
    if (text === "true" || text === "1") return true;
    if (text === "false" || text === "0") return false;
    this.#mistake(name, "true or false", text);
    return standard;
  }

  choice<T extends string>(name: string, choices: readonly T[], standard: T): T {
    const text = this.text(name);
    if (text === undefined) return standard;
    const found = choices.find((choice) => choice === text);
    if (found !== undefined) return found;
    this.#mistake(name, `one of ${choices.join(", ")}`, text);
    return standard;
  }

  /** A list separated by commas; each element must match, `expected` says what an element is. */
  list(name: string, standard: string[], expected: string, isElement: (element: string) => boolean): string[] {
    const text = this.text(name);
    if (text === undefined) return standard;
    const elements = text
      .split(",")
      .map((element) => element.trim())
      .filter((element) => element !== "");
    const wrong = elements.filter((element) => !isElement(element));
    if (elements.length > 0 && wrong.length === 0) return elements;
    this.#mistake(name, `a comma-separated list of ${expected}`, wrong.length > 0 ? wrong.join(", ") : text);
    return standard;
  }

  numbers(name: string, standard: number[], range: { min: number; max: number }): number[] {
    const isElement = (element: string) =>
      /^\d+(\.\d+)?$/.test(element) && Number(element) >= range.min && Number(element) <= range.max;
    return this.list(name, standard.map(String), `numbers from ${range.min} to ${range.max}`, isElement).map(Number);
  }

  url(name: string, protocols: string[]): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const begins = protocols.some((protocol) => text.startsWith(`${protocol}//`));
    // PostgreSQL's URLs may lack a host (a socket) or name several; only its driver can tell whether they are right.
    if (begins && (URL.canParse(text) || text.startsWith("postgres"))) return text;
    // The value itself stays unsaid: a database URL carries a password.
    this.mistakes.push(`${name}: expected a URL that begins with ${protocols.map((p) => `${p}//`).join(" or ")}`);
    return undefined;
  }

  /** A mistake that concerns several settings, or one that the caller found itself. */
  complain(sentence: string): void {
    this.mistakes.push(sentence);
  }

  /** Variables with our prefix that nothing read: most likely misspelt. */
  unknown(prefix: string): string[] {
    return Object.keys(this.#environment).filter((name) => name.startsWith(prefix) && !this.#known.has(name));
  }

  #mistake(name: string, expected: string, found: string): void {
    this.mistakes.push(`${name}: expected ${expected}, found "${found}"`);
  }
}

/** `10.0.0.0/8`, `fd00::/8`, or a single address. */
export function isNetwork(text: string): boolean {
  const [address = "", length, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (family === 4 ? 32 : 128));
}

/** `9.9.9.9`, `127.0.0.1:5353` or `[::1]:5353`. */
export function isDnsServer(text: string): boolean {
  const host = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? (isIP(text) === 6 ? text : text.replace(/:\d+$/, ""));
  return isIP(host) !== 0;
}
