create table analysis_results (
  event_uid uuid not null,
  body text not null,
  constraint analysis_results_pkey PRIMARY KEY (event_uid)
) partition by RANGE (event_uid);

create table attempts (
  delivery_id uuid not null,
  attempt_number integer not null,
  round smallint not null,
  started_at timestamp with time zone not null,
  duration_ms integer not null,
  outcome text not null,
  status smallint,
  answer text,
  constraint attempts_pkey PRIMARY KEY (delivery_id, attempt_number)
) partition by RANGE (delivery_id);

create table audit_log (
  audit_id bigint generated always as identity not null,
  happened_at timestamp with time zone not null,
  project_name text collate "C",
  actor_kind text not null,
  user_name text not null,
  address text not null,
  action text not null,
  target text,
  details jsonb,
  counted_minute timestamp with time zone,
  constraint audit_log_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['operator'::text, 'project'::text, 'unknown'::text]))),
  constraint audit_log_pkey PRIMARY KEY (audit_id),
  constraint counted_has_details CHECK (((counted_minute IS NULL) OR (details IS NOT NULL))),
  constraint refusals_are_counted CHECK (((action = 'session.refuse'::text) = (counted_minute IS NOT NULL)))
);
CREATE INDEX audit_log_by_action ON public.audit_log USING btree (action, audit_id);
CREATE INDEX audit_log_by_project ON public.audit_log USING btree (project_name, audit_id);
CREATE INDEX audit_log_by_time ON public.audit_log USING btree (happened_at);
CREATE INDEX audit_log_by_user ON public.audit_log USING btree (user_name, audit_id);
CREATE UNIQUE INDEX audit_log_counted ON public.audit_log USING btree (counted_minute, address, target) NULLS NOT DISTINCT WHERE (counted_minute IS NOT NULL);

create table deliveries (
  delivery_id uuid not null,
  project_id bigint not null,
  endpoint_id bigint not null,
  event_uid uuid not null,
  session_uid uuid not null,
  state text not null,
  run_at timestamp with time zone not null,
  round smallint default 1 not null,
  round_started_at timestamp with time zone,
  attempts_in_round smallint default 0 not null,
  attempts integer default 0 not null,
  lease_process bigint,
  lease_token uuid,
  last_failure text,
  last_status smallint,
  constraint deliveries_pkey PRIMARY KEY (project_id, delivery_id),
  constraint delivery_state CHECK ((state = ANY (ARRAY['pending'::text, 'leased'::text]))),
  constraint lease_belongs_to_leased CHECK (((state = 'leased'::text) = (lease_token IS NOT NULL))),
  constraint lease_has_a_process CHECK (((lease_token IS NULL) = (lease_process IS NULL))),
  constraint round_start_belongs_to_attempts CHECK (((attempts_in_round > 0) = (round_started_at IS NOT NULL)))
);
CREATE INDEX deliveries_due ON public.deliveries USING btree (endpoint_id, run_at) WHERE (state = 'pending'::text);
CREATE INDEX deliveries_leased ON public.deliveries USING btree (lease_process) WHERE (state = 'leased'::text);

create table endpoint_outcome_minutes (
  project_id bigint not null,
  starts_at timestamp with time zone not null,
  delivered integer not null,
  dead integer not null,
  dns_failed integer not null,
  address_forbidden integer not null,
  connect_failed integer not null,
  tls_failed integer not null,
  timed_out integer not null,
  answer_too_large integer not null,
  redirected integer not null,
  status_rejected integer not null,
  latency_counts integer[] not null,
  endpoint_id bigint not null,
  constraint endpoint_outcome_minutes_pkey PRIMARY KEY (project_id, endpoint_id, starts_at)
);
CREATE INDEX endpoint_outcome_minutes_by_time ON public.endpoint_outcome_minutes USING btree (starts_at);

create table endpoints (
  endpoint_id bigint generated always as identity not null,
  project_id bigint not null,
  url text not null,
  "position" integer not null,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  health text default 'healthy'::text not null,
  consecutive_failures integer default 0 not null,
  failures_since timestamp with time zone,
  failing_since timestamp with time zone,
  probe_delivery_id uuid,
  redeliver_since timestamp with time zone,
  constraint endpoints_pkey PRIMARY KEY (endpoint_id),
  constraint endpoints_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE,
  constraint failing_has_a_start CHECK (((health = 'failing'::text) = (failing_since IS NOT NULL))),
  constraint failures_have_a_start CHECK (((consecutive_failures > 0) = (failures_since IS NOT NULL))),
  constraint health_is_known CHECK ((health = ANY (ARRAY['healthy'::text, 'failing'::text]))),
  constraint only_failing_has_a_probe CHECK (((health = 'failing'::text) OR (probe_delivery_id IS NULL)))
);
CREATE INDEX endpoints_by_project ON public.endpoints USING btree (project_id, "position");
CREATE UNIQUE INDEX endpoints_present ON public.endpoints USING btree (project_id, url) WHERE (removed_at IS NULL);
CREATE INDEX endpoints_to_redeliver ON public.endpoints USING btree (endpoint_id) WHERE (redeliver_since IS NOT NULL);

create table entity_sets (
  project_id bigint not null,
  entity_type text collate "C" not null,
  generation bigint not null,
  updated_at timestamp with time zone not null,
  constraint entity_sets_entity_type_check CHECK ((entity_type = ANY (ARRAY['store'::text, 'user'::text, 'route'::text]))),
  constraint entity_sets_generation_check CHECK ((generation > 0)),
  constraint entity_sets_pkey PRIMARY KEY (project_id, entity_type),
  constraint entity_sets_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id)
);

create table events (
  event_uid uuid not null,
  project_id bigint not null,
  event_id text,
  session_uid uuid not null,
  wave_type text not null,
  analysis_result_url text not null,
  store_number text,
  client_session_id text,
  published_at timestamp with time zone not null,
  deliveries integer not null,
  constraint events_pkey PRIMARY KEY (project_id, event_uid)
) partition by RANGE (event_uid);

create table installation (
  name text not null,
  value text not null,
  constraint installation_pkey PRIMARY KEY (name)
);

create table job_folders_to_remove (
  folder text not null,
  constraint job_folders_to_remove_pkey PRIMARY KEY (folder)
);

create table job_idempotency_keys (
  project_id bigint not null,
  idempotency_key text collate "C" not null,
  job_id uuid not null,
  fingerprint text not null,
  expires_at timestamp with time zone not null,
  constraint job_idempotency_keys_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(job_id) ON DELETE CASCADE,
  constraint job_idempotency_keys_pkey PRIMARY KEY (project_id, idempotency_key),
  constraint job_idempotency_keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id)
);
CREATE INDEX job_idempotency_keys_expired ON public.job_idempotency_keys USING btree (expires_at);

create table job_uploads (
  job_id uuid not null,
  project_id bigint not null,
  lease_process bigint not null,
  constraint job_uploads_pkey PRIMARY KEY (job_id),
  constraint job_uploads_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id)
);

create table jobs (
  job_id uuid not null,
  project_id bigint not null,
  sequence bigint generated always as identity not null,
  entity_type text collate "C" not null,
  file_format text collate "C" not null,
  import_mode text collate "C" not null,
  file_name text not null,
  file_bytes bigint not null,
  user_name text not null,
  state text collate "C" default 'queued'::text not null,
  tries integer default 0 not null,
  lease_process bigint,
  lease_token uuid,
  progress jsonb,
  warnings jsonb default '[]'::jsonb not null,
  failure_reason text,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  files_pruned_at timestamp with time zone,
  effected_count bigint,
  rejected_count bigint,
  created_count bigint,
  changed_count bigint,
  unchanged_count bigint,
  deleted_count bigint,
  rejections_key text,
  file_encoding text collate "C",
  file_delimiter text collate "C",
  constraint completed_when_finished CHECK (((state = ANY (ARRAY['done'::text, 'failed'::text])) = (completed_at IS NOT NULL))),
  constraint counts_belong_to_done CHECK ((((state = 'done'::text) = (effected_count IS NOT NULL)) AND ((effected_count IS NULL) = (rejected_count IS NULL)))),
  constraint jobs_file_format_check CHECK ((file_format = ANY (ARRAY['JSON'::text, 'CSV'::text, 'CSV_ZIP'::text, 'JSON_ZIP'::text]))),
  constraint jobs_import_mode_check CHECK ((import_mode = ANY (ARRAY[''::text, 'validate_only'::text]))),
  constraint jobs_pkey PRIMARY KEY (job_id),
  constraint jobs_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id),
  constraint jobs_sequence_key UNIQUE (sequence),
  constraint jobs_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'in_progress'::text, 'done'::text, 'failed'::text]))),
  constraint lease_belongs_to_in_progress CHECK ((((state = 'in_progress'::text) = (lease_token IS NOT NULL)) AND ((lease_token IS NULL) = (lease_process IS NULL)))),
  constraint only_finished_is_pruned CHECK (((files_pruned_at IS NULL) OR (state = ANY (ARRAY['done'::text, 'failed'::text])))),
  constraint reason_belongs_to_failed CHECK (((state = 'failed'::text) = (failure_reason IS NOT NULL))),
  constraint running_has_started CHECK (((state <> 'in_progress'::text) OR (started_at IS NOT NULL)))
);
CREATE INDEX jobs_by_end ON public.jobs USING btree (completed_at) WHERE (completed_at IS NOT NULL);
CREATE INDEX jobs_by_project ON public.jobs USING btree (project_id, sequence);
CREATE INDEX jobs_last_start ON public.jobs USING btree (project_id, started_at) WHERE (started_at IS NOT NULL);
CREATE UNIQUE INDEX jobs_one_running ON public.jobs USING btree (project_id, entity_type) WHERE (state = 'in_progress'::text);
CREATE INDEX jobs_to_prune ON public.jobs USING btree (completed_at) WHERE ((completed_at IS NOT NULL) AND (files_pruned_at IS NULL));
CREATE INDEX jobs_unfinished ON public.jobs USING btree (project_id, entity_type, sequence) WHERE (state = ANY (ARRAY['queued'::text, 'in_progress'::text]));

create table last_attempts (
  endpoint_id bigint not null,
  project_id bigint not null,
  started_at timestamp with time zone not null,
  duration_ms integer not null,
  outcome text not null,
  status smallint,
  constraint last_attempts_pkey PRIMARY KEY (endpoint_id)
);
CREATE INDEX last_attempts_by_project ON public.last_attempts USING btree (project_id);

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

create table outcome_hours (
  project_id bigint not null,
  starts_at timestamp with time zone not null,
  delivered integer not null,
  dead integer not null,
  dns_failed integer not null,
  address_forbidden integer not null,
  connect_failed integer not null,
  tls_failed integer not null,
  timed_out integer not null,
  answer_too_large integer not null,
  redirected integer not null,
  status_rejected integer not null,
  latency_counts integer[] not null,
  constraint outcome_hours_pkey PRIMARY KEY (project_id, starts_at)
);
CREATE INDEX outcome_hours_starts_at_idx ON public.outcome_hours USING btree (starts_at);

create table outcome_minutes (
  project_id bigint not null,
  starts_at timestamp with time zone not null,
  delivered integer not null,
  dead integer not null,
  dns_failed integer not null,
  address_forbidden integer not null,
  connect_failed integer not null,
  tls_failed integer not null,
  timed_out integer not null,
  answer_too_large integer not null,
  redirected integer not null,
  status_rejected integer not null,
  latency_counts integer[] not null,
  constraint outcome_minutes_pkey PRIMARY KEY (project_id, starts_at)
);
CREATE INDEX outcome_minutes_by_time ON public.outcome_minutes USING btree (starts_at);

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

create table publish_keys (
  project_id bigint not null,
  event_id text collate "C" not null,
  event_uid uuid not null,
  deliveries integer not null,
  published_at timestamp with time zone not null,
  constraint publish_keys_pkey PRIMARY KEY (project_id, event_id)
);
CREATE INDEX publish_keys_by_time ON public.publish_keys USING btree (published_at);

create table rate_uses (
  key text not null,
  process_id integer not null,
  used integer not null,
  reported_at timestamp with time zone not null,
  constraint rate_uses_pkey PRIMARY KEY (key, process_id),
  constraint rate_uses_used_check CHECK ((used >= 0))
);

create table routes (
  project_id bigint not null,
  updated_at timestamp with time zone not null,
  is_deleted boolean not null,
  external_route_id text collate "C" not null,
  name text collate "C" not null,
  description text collate "C",
  stores text[] collate "C" not null,
  users text[] collate "C" not null,
  constraint routes_pkey PRIMARY KEY (project_id, external_route_id)
);

create table sessions (
  session_hash bytea not null,
  token_id uuid,
  operator_token_hash bytea,
  created_at timestamp with time zone not null,
  idle_until timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint session_of_one CHECK (((token_id IS NULL) = (operator_token_hash IS NOT NULL))),
  constraint sessions_pkey PRIMARY KEY (session_hash),
  constraint sessions_token_id_fkey FOREIGN KEY (token_id) REFERENCES tokens(token_id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_token ON public.sessions USING btree (token_id) WHERE (token_id IS NOT NULL);

create table settled_deliveries (
  delivery_id uuid not null,
  project_id bigint not null,
  endpoint_id bigint not null,
  event_uid uuid not null,
  session_uid uuid not null,
  state text not null,
  reason text,
  round smallint not null,
  attempts integer not null,
  last_failure text,
  last_status smallint,
  settled_at timestamp with time zone not null,
  attempt_started_at timestamp with time zone,
  attempt_duration_ms integer,
  attempt_answer text,
  constraint attempt_is_whole CHECK (((attempt_started_at IS NULL) = (attempt_duration_ms IS NULL))),
  constraint delivered_by_an_attempt CHECK (((state <> 'delivered'::text) OR (attempt_started_at IS NOT NULL))),
  constraint reason_belongs_to_undelivered CHECK (((state = 'delivered'::text) = (reason IS NULL))),
  constraint settled_deliveries_pkey PRIMARY KEY (project_id, delivery_id),
  constraint settled_state CHECK ((state = ANY (ARRAY['delivered'::text, 'dead'::text, 'cancelled'::text])))
) partition by RANGE (delivery_id);
CREATE INDEX settled_by_endpoint ON ONLY public.settled_deliveries USING btree (endpoint_id, delivery_id);
CREATE INDEX settled_by_session ON ONLY public.settled_deliveries USING btree (project_id, session_uid);
CREATE INDEX settled_dead ON ONLY public.settled_deliveries USING btree (endpoint_id, settled_at) WHERE (state = 'dead'::text);
CREATE INDEX settled_undelivered ON ONLY public.settled_deliveries USING btree (project_id, state, delivery_id) WHERE (state <> 'delivered'::text);
CREATE INDEX settled_undelivered_by_endpoint ON ONLY public.settled_deliveries USING btree (endpoint_id, state, delivery_id) WHERE (state <> 'delivered'::text);

create table stores (
  project_id bigint not null,
  updated_at timestamp with time zone not null,
  is_deleted boolean not null,
  is_active boolean not null,
  store_number text collate "C" not null,
  store_name text collate "C" not null,
  store_display_name text collate "C",
  store_type_name text collate "C" not null,
  region_name text collate "C" not null,
  district_name text collate "C",
  branch_name text collate "C",
  retailer_name text collate "C",
  state_code text collate "C",
  street text collate "C" not null,
  city text collate "C" not null,
  postal_code text collate "C",
  latitude double precision,
  longitude double precision,
  manager_name text collate "C",
  manager_email text collate "C",
  manager_phone text collate "C",
  additional_attributes jsonb not null,
  constraint stores_pkey PRIMARY KEY (project_id, store_number)
);

create table subscription_versions (
  project_id bigint not null,
  version bigint not null,
  constraint subscription_versions_pkey PRIMARY KEY (project_id),
  constraint subscription_versions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE
);

create table subscriptions (
  project_id bigint not null,
  user_name text not null,
  wave_types text[] not null,
  updated_at timestamp with time zone not null,
  constraint subscriptions_pkey PRIMARY KEY (project_id),
  constraint subscriptions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE
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

create table unknown_lookups (
  project_id bigint not null,
  lookup_type text collate "C" not null,
  value text collate "C" not null,
  row_count bigint not null,
  job_id uuid not null,
  last_seen_at timestamp with time zone not null,
  constraint unknown_lookups_pkey PRIMARY KEY (project_id, lookup_type, value),
  constraint unknown_lookups_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE
);

create table users (
  project_id bigint not null,
  updated_at timestamp with time zone not null,
  is_deleted boolean not null,
  is_active boolean not null,
  login_name text collate "C" not null,
  email_address text collate "C",
  mobile_number text collate "C",
  first_name text collate "C" not null,
  last_name text collate "C" not null,
  operational_role text collate "C",
  supervisors_username text collate "C",
  routes text[] collate "C" not null,
  stores text[] collate "C" not null,
  constraint users_pkey PRIMARY KEY (project_id, login_name)
);
