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

const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A point in time as ISO 8601: a date, a time, or how long ago, such as `15m`. */
export function instantOf(text: string): string {
  const [, amount, unit = ""] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ms = amount === undefined ? Date.parse(text) : Date.now() - Number(amount) * (UNITS_MS[unit] ?? 0);
  if (Number.isFinite(ms)) return new Date(ms).toISOString();
  throw new InvalidArgumentError("expected a time such as 2026-01-31, 2026-01-31T12:00:00Z, or 24h for a day ago");
}

/** How long, in milliseconds: `250ms`, `2s`, `1m`; a bare number is seconds. */
export function durationMs(text: string): number {
  const [, amount, unit = "s"] = /^(\d{1,7}(?:\.\d+)?)(ms|s|m)?$/.exec(text) ?? [];
  if (amount !== undefined) return Number(amount) * (unit === "ms" ? 1 : (UNITS_MS[unit] ?? 0));
  throw new InvalidArgumentError("expected a duration such as 250ms, 2s or 1m");
}
