-- Asynchronous uploads: one row a job, from the 202 to the pruning of its files and beyond.

create table jobs (
  job_id           uuid primary key,
  project_id       bigint not null references projects,
  -- The order in which jobs were accepted; jobs of one project and entity run in it.
  sequence         bigint generated always as identity unique,
  entity_type      text collate "C" not null,
  file_format      text collate "C" not null check (file_format in ('JSON', 'CSV', 'CSV_ZIP', 'JSON_ZIP')),
  import_mode      text collate "C" not null check (import_mode in ('', 'validate_only')),
  file_name        text not null,
  file_bytes       bigint not null,
  user_name        text not null,

  state            text collate "C" not null default 'queued'
                   check (state in ('queued', 'in_progress', 'done', 'failed')),
  tries            int not null default 0,
  -- Who works on it; whoever settles must show the token.
  lease_process    bigint,
  lease_token      uuid,
  progress         jsonb,
  warnings         jsonb not null default '[]',
  failure_reason   text,

  created_at       timestamptz not null,
  -- When it was claimed last.
  started_at       timestamptz,
  completed_at     timestamptz,
  files_pruned_at  timestamptz,

  effected_count   bigint,
  rejected_count   bigint,
  -- What became of the effected rows; the same key twice in a file counts once here.
  created_count    bigint,
  changed_count    bigint,
  unchanged_count  bigint,
  deleted_count    bigint,
  -- Of the file of rejections, written by the run that settled.
  rejections_key   text,

  constraint lease_belongs_to_in_progress check
    ((state = 'in_progress') = (lease_token is not null) and (lease_token is null) = (lease_process is null)),
  constraint completed_when_finished check ((state in ('done', 'failed')) = (completed_at is not null)),
  constraint reason_belongs_to_failed check ((state = 'failed') = (failure_reason is not null)),
  constraint counts_belong_to_done check
    ((state = 'done') = (effected_count is not null) and (effected_count is null) = (rejected_count is null)),
  constraint running_has_started check (state <> 'in_progress' or started_at is not null),
  constraint only_finished_is_pruned check (files_pruned_at is null or state in ('done', 'failed'))
);

create index jobs_unfinished on jobs (project_id, entity_type, sequence) where state in ('queued', 'in_progress');
create unique index jobs_one_running on jobs (project_id, entity_type) where state = 'in_progress';
create index jobs_by_project on jobs (project_id, sequence);
create index jobs_last_start on jobs (project_id, started_at) where started_at is not null;
create index jobs_to_prune on jobs (completed_at) where completed_at is not null and files_pruned_at is null;

-- An upload that is sent again with its key is the job that it was (24 h).
create table job_idempotency_keys (
  project_id      bigint not null references projects,
  idempotency_key text collate "C" not null,
  job_id          uuid not null references jobs on delete cascade,
  -- Of the parts and the file: the same key with another upload is a mistake of the client.
  fingerprint     text not null,
  expires_at      timestamptz not null,
  primary key (project_id, idempotency_key)
);
create index job_idempotency_keys_expired on job_idempotency_keys (expires_at);

-- Uploads that are arriving: should their process die between the file and the job, the file is found by these.
create table job_uploads (
  job_id        uuid primary key,
  project_id    bigint not null references projects,
  lease_process bigint not null
);

-- Folders of the file store whose project is gone; removed after the transaction that removed it.
create table job_folders_to_remove (
  folder text primary key
);
