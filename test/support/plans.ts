import type { Database, Queryable, Statement } from "../../src/db/database.ts";

/** A part of a plan, as PostgreSQL's EXPLAIN gives it. */
interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: PlanNode[];
}

export interface ObservedPlan {
  /** Rows of tables that were looked at, whether they were of use or not. */
  rowsVisited: number;
  /** Tables that were read from end to end, by the plan for these values or the one for any values. */
  scanned: string[];
}

/** What the statement does that `ask` runs: it is run, observed, and undone. Its answer is empty. */
export async function observePlan(db: Database, ask: (db: Queryable) => Promise<unknown>): Promise<ObservedPlan> {
  const asked: { statement: Statement; values: readonly unknown[] }[] = [];
  const note = (statement: Statement, values: readonly unknown[] = []) => asked.push({ statement, values });
  await ask({
    rows: async (statement, values) => {
      note(statement, values);
      return [];
    },
    maybeOne: async (statement, values) => {
      note(statement, values);
      return undefined;
    },
    one: () => Promise.reject(new Error("a statement that must have an answer cannot be observed")),
    execute: async (statement, values) => {
      note(statement, values);
      return 0;
    },
    run: () => Promise.reject(new Error("expected a named statement")),
  });
  const [first, ...more] = asked;
  if (first === undefined || more.length > 0) throw new Error(`expected one statement, found ${asked.length}`);
  return db.session(async ({ client }) => {
    await client.query("begin");
    try {
      const { text } = first.statement;
      const run = await client.query(`explain (analyze, format json) ${text}`, [...first.values]);
      const anyValues = await client.query(`explain (generic_plan, format json) ${text}`);
      const nodes = nodesOf(run.rows[0]["QUERY PLAN"][0].Plan);
      return {
        rowsVisited: nodes.reduce((sum, node) => sum + visitedBy(node), 0),
        scanned: [...new Set([...nodes, ...nodesOf(anyValues.rows[0]["QUERY PLAN"][0].Plan)].flatMap(scannedBy))],
      };
    } finally {
      await client.query("rollback");
    }
  });
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function visitedBy(node: PlanNode): number {
  if (node["Relation Name"] === undefined || !node["Node Type"].endsWith("Scan")) return 0;
  const each =
    (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return each * (node["Actual Loops"] ?? 0);
}

function scannedBy(node: PlanNode): string[] {
  const table = node["Relation Name"];
  return node["Node Type"] === "Seq Scan" && table !== undefined ? [table] : [];
}
