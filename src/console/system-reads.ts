import { type Queryable, statement } from "../db/database.ts";

export interface ProcessRow {
  process_id: number;
  host: string;
  pid: number;
  roles: string[];
  version: string;
  started_at: Date;
  last_beat_at: Date;
}

/** The processes that share the database, oldest first. `leaseMs` is how long a beat holds. */
export function selectProcesses(db: Queryable, leaseMs: number): Promise<ProcessRow[]> {
  return db.rows(SELECT_PROCESSES, [leaseMs]);
}

const SELECT_PROCESSES = statement(
  "select_processes",
  `select process_id, host, pid, roles, version, started_at, lease_until - $1 * interval '1 millisecond' as last_beat_at
   from processes order by process_id`,
);

export interface DatabaseRow {
  version: string;
  bytes: number;
}

export function selectDatabase(db: Queryable): Promise<DatabaseRow> {
  return db.one(SELECT_DATABASE);
}

const SELECT_DATABASE = statement(
  "select_database",
  "select current_setting('server_version') as version, pg_database_size(current_database()) as bytes",
);

export interface TableRow {
  name: string;
  bytes: number;
  rows_estimate: number;
}

/** The tables with their indexes, the partitions of one together; the largest first. */
export function selectTables(db: Queryable): Promise<TableRow[]> {
  return db.rows(SELECT_TABLES);
}

const SELECT_TABLES = statement(
  "select_tables",
  `select coalesce(parent.relname, c.relname)::text as name, sum(pg_total_relation_size(c.oid))::bigint as bytes,
     sum(greatest(c.reltuples, 0))::bigint as rows_estimate
   from pg_class c
   left join pg_inherits i on i.inhrelid = c.oid
   left join pg_class parent on parent.oid = i.inhparent
   where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
   group by 1
   order by bytes desc, name`,
);
