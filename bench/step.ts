/** Does one part of a benchmark, and says on standard error how long all of it took, preparation included. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  process.stderr.write(`${name} ... `);
  const started = performance.now();
  const result = await work();
  process.stderr.write(`${((performance.now() - started) / 1_000).toFixed(1)} s\n`);
  return result;
}
