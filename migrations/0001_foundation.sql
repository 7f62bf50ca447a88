-- What every module stands on: the installation itself, its processes, projects, tokens, lookups.

-- Facts about the installation as a whole, among them hashes of the operator token and of the secret key.
create table installation (
  name  text primary key,
  value text not null
);

-- Who is alive. A process beats with the database's clock; work leased by a process that no longer does is rescued.
create table processes (
  process_id  bigint generated always as identity primary key,
  host        text not null,
  pid         int not null,
  roles       text[] not null,
  version     text not null,
  started_at  timestamptz not null default now(),
  lease_until timestamptz not null
);

create table projects (
  project_id  bigint generated always as identity primary key,
  name        text collate "C" not null unique,
  settings    jsonb not null,
  -- AES-256-GCM, see src/projects/secret-box.ts: {"callback_auth_value": "...", "signing": ["...", "..."]}
  secrets     jsonb not null default '{}',
  created_at  timestamptz not null,
  updated_at  timestamptz not null
);

create table tokens (
  token_id    uuid primary key,
  project_id  bigint not null references projects on delete cascade,
  user_name   text not null,
  token_hash  bytea not null unique,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  revoked_at  timestamptz
);
create index tokens_by_project on tokens (project_id, created_at);

create table lookup_values (
  project_id  bigint not null references projects on delete cascade,
  lookup_type text collate "C" not null,
  value       text collate "C" not null,
  added_at    timestamptz not null default now(),
  primary key (project_id, lookup_type, value)
);
