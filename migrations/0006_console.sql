-- The console: who is signed in, and who changed what.

-- A session is known by the hash of its cookie. It ends with the token that opened it.
create table sessions (
  session_hash        bytea primary key,
  -- null: the operator's
  token_id            uuid references tokens on delete cascade,
  operator_token_hash bytea,
  created_at          timestamptz not null,
  -- Moves on while it is used; the other end does not.
  idle_until          timestamptz not null,
  expires_at          timestamptz not null,
  constraint session_of_one check ((token_id is null) = (operator_token_hash is not null))
);
create index sessions_by_token on sessions (token_id) where token_id is not null;

-- Every change by the operator or a project, and sign-ins that were refused. It outlives the project that it names.
create table audit_log (
  audit_id     bigint generated always as identity primary key,
  happened_at  timestamptz not null,
  project_name text collate "C",
  actor_kind   text not null check (actor_kind in ('operator', 'project', 'unknown')),
  -- "": unknown
  user_name    text not null,
  address      text not null,
  -- What was done, such as token.create; the list stands in src/audit/audit.ts.
  action       text not null,
  target       text,
  details      jsonb,
  -- Refused sign-ins are counted: one entry a minute, address and token that was once valid. null: not counted.
  counted_minute timestamptz,
  constraint refusals_are_counted check ((action = 'session.refuse') = (counted_minute is not null)),
  constraint counted_has_details check (counted_minute is null or details is not null)
);
create index audit_log_by_project on audit_log (project_name, audit_id);
-- Else the whole log is read for a user or an action that is rare: 1.1 s for 300,000 entries that nobody has read lately.
create index audit_log_by_user on audit_log (user_name, audit_id);
create index audit_log_by_action on audit_log (action, audit_id);
create unique index audit_log_counted on audit_log (counted_minute, address, target) nulls not distinct
  where counted_minute is not null;
