import pg from "pg";
import { pageStatement } from "../../src/entities/entity-reads.ts";
import { parseReadQuery } from "../../src/entities/read-query.ts";
import { STORE } from "../../src/entities/store.ts";
import { closedLoop, type LoadResult } from "./load.ts";

/** As many connections as the service has by default. */
const CONNECTIONS = 20;

/** The first page as the service asks the database for it, prepared, by nothing but a loop; results are thrown away. */
export async function measureFloor(
  databaseUrl: string,
  load: { concurrency: number; seconds: number },
): Promise<LoadResult> {
  const parsed = parseReadQuery(STORE, {});
  if (!parsed.ok) throw new Error("the plain query is one");
  const { text, values } = pageStatement(1, { definition: STORE, query: parsed.query, way: { skipped: 0 } });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS });
  const result = await closedLoop(load, async () => {
    const started = performance.now();
    const { rows } = await pool.query({ name: "page", text: text.text, values });
    if (rows[0]?.found !== "201") throw new Error(`expected a whole page, found ${rows[0]?.found}`);
    return performance.now() - started;
  });
  await pool.end();
  return result;
}
