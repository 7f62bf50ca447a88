import { InvalidArgumentError } from "commander";

/** For an option that may be given several times. */
export function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

/** For an option that is a whole number, 0 or more. */
export function wholeNumber(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("expected a whole number");
}

/** `name=value` pairs as members. A name given again gets one value more. */
export function pair(value: string, before: Record<string, string[]> = {}): Record<string, string[]> {
  const at = value.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("expected <field>=<value>");
  const name = value.slice(0, at).trim();
  return { ...before, [name]: [...(before[name] ?? []), value.slice(at + 1)] };
}
