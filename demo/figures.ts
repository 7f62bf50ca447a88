/** 12345.6 as `12,346`. */
export function count(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

/** `1 page`, `12 pages`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** Bytes as `12.3 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Milliseconds as `85 ms`, `4.2 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A rate as `1,234 rows/s`. */
export function rate(items: number, unit: string, ms: number): string {
  return `${count((items * 1_000) / Math.max(1, ms))} ${unit}/s`;
}
