import type { BenchDatabase } from "./bench-database.ts";
import type { ReceiverProcess } from "./receiver-process.ts";
import type { Line } from "./table.ts";

export async function measureProcesses(
  _database: BenchDatabase,
  _receiver: ReceiverProcess,
  _scale: number,
): Promise<Line[]> {
  return [];
}
