-- What each process has let through in the last second, by token (or address, where there is none yet): how processes keep one limit between them.
-- Nothing here is worth a log: after a crash every process counts anew.
create unlogged table rate_uses (
  key text not null,
  process_id integer not null,
  used integer not null check (used >= 0),
  reported_at timestamptz not null,
  primary key (key, process_id)
) with (fillfactor = 50);
