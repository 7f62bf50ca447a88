import { type Database, statement } from "../../src/db/database.ts";

/** The schema as text: tables, columns, constraints, indexes, without the partitions that the running service makes. */
export async function dumpSchema(db: Database): Promise<string> {
  const tables = await db.rows<{ name: string; kind: string; partitioned: string | null; unlogged: boolean }>(
    SELECT_TABLES,
  );
  const parts: string[] = [];
  for (const table of tables) {
    const columns = await db.rows<{ line: string }>(SELECT_COLUMNS, [table.name]);
    const constraints = await db.rows<{ line: string }>(SELECT_CONSTRAINTS, [table.name]);
    const indexes = await db.rows<{ line: string }>(SELECT_INDEXES, [table.name]);
    const inside = [...columns, ...constraints].map(({ line }) => `  ${line}`).join(",\n");
    const tail = table.partitioned === null ? "" : ` partition by ${table.partitioned}`;
    const after = indexes.map(({ line }) => `${line};`).join("\n");
    parts.push(`create table ${table.name} (\n${inside}\n)${tail};${after === "" ? "" : `\n${after}`}`);
  }
  return `${parts.join("\n\n")}\n`;
}

const SELECT_TABLES = statement(
  "dump_tables",
  `select c.relname as name, c.relkind as kind, c.relpersistence = 'u' as unlogged,
     case when c.relkind = 'p' then pg_get_partkeydef(c.oid) end as partitioned
   from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
   order by c.relname collate "C"`,
);

const SELECT_COLUMNS = statement(
  "dump_columns",
  `select format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
     || case when co.collname is not null and co.collname <> 'default' then format(' collate %I', co.collname) else '' end
     || case when a.attidentity <> '' then ' generated always as identity' else '' end
     || case when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end
     || case when a.attnotnull then ' not null' else '' end as line
   from pg_attribute a
   left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   left join pg_collation co on co.oid = a.attcollation
   where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
   order by a.attnum`,
);

const SELECT_CONSTRAINTS = statement(
  "dump_constraints",
  `select format('constraint %I %s', conname, pg_get_constraintdef(oid)) as line
   from pg_constraint where conrelid = $1::regclass and contype <> 'n' order by conname collate "C"`,
);

const SELECT_INDEXES = statement(
  "dump_indexes",
  `select pg_get_indexdef(i.indexrelid) as line
   from pg_index i join pg_class c on c.oid = i.indexrelid
   where i.indrelid = $1::regclass and not exists (select from pg_constraint where conindid = i.indexrelid)
   order by c.relname collate "C"`,
);
