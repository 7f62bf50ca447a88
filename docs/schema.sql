create table installation (
  name text not null,
  value text not null,
  constraint installation_pkey PRIMARY KEY (name)
);

create table lookup_values (
  project_id bigint not null,
  lookup_type text collate "C" not null,
  value text collate "C" not null,
  added_at timestamp with time zone default now() not null,
  constraint lookup_values_pkey PRIMARY KEY (project_id, lookup_type, value),
  constraint lookup_values_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE
);

create table migrations (
  name text not null,
  applied_at timestamp with time zone default now() not null,
  constraint migrations_pkey PRIMARY KEY (name)
);

create table processes (
  process_id bigint generated always as identity not null,
  host text not null,
  pid integer not null,
  roles text[] not null,
  version text not null,
  started_at timestamp with time zone default now() not null,
  lease_until timestamp with time zone not null,
  constraint processes_pkey PRIMARY KEY (process_id)
);

create table projects (
  project_id bigint generated always as identity not null,
  name text collate "C" not null,
  settings jsonb not null,
  secrets jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint projects_name_key UNIQUE (name),
  constraint projects_pkey PRIMARY KEY (project_id)
);

create table tokens (
  token_id uuid not null,
  project_id bigint not null,
  user_name text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint tokens_pkey PRIMARY KEY (token_id),
  constraint tokens_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE,
  constraint tokens_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX tokens_by_project ON public.tokens USING btree (project_id, created_at);
