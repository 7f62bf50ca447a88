-- Figures for people who look back: how attempts came out, minute by minute and hour by hour. Each process adds what it
-- has counted every few seconds, so these are figures and no accounts: what a killed process had in memory is missing.

-- latency_counts: how many attempts took so long; the bounds stand in src/console/latency-histogram.ts.
create table outcome_minutes (
  -- 0: the whole service
  project_id         bigint not null,
  starts_at          timestamptz not null,
  delivered          int not null,
  dead               int not null,
  dns_failed         int not null,
  address_forbidden  int not null,
  connect_failed     int not null,
  tls_failed         int not null,
  timed_out          int not null,
  answer_too_large   int not null,
  redirected         int not null,
  status_rejected    int not null,
  latency_counts     int[] not null,
  primary key (project_id, starts_at)
) with (fillfactor = 70);
create index outcome_minutes_by_time on outcome_minutes (starts_at);

create table outcome_hours (like outcome_minutes including all);
alter table outcome_hours set (fillfactor = 70);

create table endpoint_outcome_minutes (like outcome_minutes including constraints);
alter table endpoint_outcome_minutes
  add column endpoint_id bigint not null,
  add primary key (project_id, endpoint_id, starts_at),
  set (fillfactor = 70);
create index endpoint_outcome_minutes_by_time on endpoint_outcome_minutes (starts_at);

-- The last attempt of each endpoint that had one, whatever became of it.
create table last_attempts (
  endpoint_id  bigint primary key,
  project_id   bigint not null,
  started_at   timestamptz not null,
  duration_ms  int not null,
  -- delivered, or the class of failure
  outcome      text not null,
  status       smallint
) with (fillfactor = 70);
create index last_attempts_by_project on last_attempts (project_id);

-- Lookup values that uploads were refused for, newest kept; what is added to the project's values leaves the list.
create table unknown_lookups (
  project_id   bigint not null references projects on delete cascade,
  lookup_type  text collate "C" not null,
  value        text collate "C" not null,
  row_count    bigint not null,
  job_id       uuid not null,
  last_seen_at timestamptz not null,
  primary key (project_id, lookup_type, value)
);

-- What ended lately, over all projects.
create index jobs_by_end on jobs (completed_at) where completed_at is not null;
create index audit_log_by_time on audit_log (happened_at);
