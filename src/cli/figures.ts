/** 12345.6 as `12,346`. */
export function count(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

/** `1 row`, `2,000 rows`. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
}

/** Bytes as `850 B`, `12.3 KB`, `4.0 MB`. */
export function bytes(value: number): string {
  if (value < 1_000) return `${value} B`;
  if (value < 1_000_000) return `${(value / 1_000).toFixed(1)} KB`;
  if (value < 1_000_000_000) return `${(value / 1_000_000).toFixed(1)} MB`;
  return `${(value / 1_000_000_000).toFixed(2)} GB`;
}

/** Milliseconds as `85 ms`, `4.2 s`, `2 min 5 s`, `3 h 20 min`. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Milliseconds that are only guessed, as `under 1 s`, `42 s`, `2 min 5 s`. */
export function roughly(ms: number): string {
  if (ms < 1_000) return "under 1 s";
  return ms < 60_000 ? `${Math.round(ms / 1_000)} s` : duration(ms);
}
