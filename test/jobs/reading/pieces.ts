import fc from "fast-check";

/** Cuts a text or bytes at these places; empty pieces are among them. */
export function cutAt<T extends { slice(from: number, to?: number): T; length: number }>(
  whole: T,
  places: number[],
): T[] {
  const bounds = [0, ...places.map((place) => place % (whole.length + 1)).sort((a, b) => a - b), whole.length];
  return bounds.slice(1).map((end, i) => whole.slice(bounds[i] ?? 0, end));
}

/** Places to cut at. */
export const places = fc.array(fc.nat({ max: 10_000 }), { maxLength: 12 });

export async function* asyncOf<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
