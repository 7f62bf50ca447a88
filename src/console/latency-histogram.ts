/** Upper bounds in ms of the counts of a histogram; the last count is of what took longer. A figure is exact to a fifth. */
const BOUNDS_MS = [
  ...[1, 2, 3, 4, 5, 7, 10, 14, 20, 28, 40, 55, 75, 100, 140, 200, 280, 400, 550, 750],
  ...[1_000, 1_400, 2_000, 2_800, 4_000, 5_500, 7_500, 10_000],
];
export const LATENCY_COUNTS = BOUNDS_MS.length + 1;

/** Where an attempt that took so long is counted. */
export function latencyPlace(durationMs: number): number {
  let low = 0;
  let high = BOUNDS_MS.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (durationMs <= (BOUNDS_MS[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The time in ms within which this share (0 to 1) of the attempts ended; null where there was none. */
export function latencyPercentile(counts: ArrayLike<number>, share: number): number | null {
  let total = 0;
  for (let i = 0; i < counts.length; i += 1) total += counts[i] ?? 0;
  if (total === 0) return null;
  let left = share * total;
  for (let i = 0; i < counts.length; i += 1) {
    const count = counts[i] ?? 0;
    const above = BOUNDS_MS[i];
    if (above === undefined) break;
    if (count > 0 && left <= count) {
      const below = BOUNDS_MS[i - 1] ?? 0;
      return Math.max(1, Math.round(below + (above - below) * (left / count)));
    }
    left -= count;
  }
  return BOUNDS_MS.at(-1) ?? null;
}
