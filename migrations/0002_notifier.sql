-- Subscriptions, what was published, and what is owed to whom.

-- Raised by every change of a project's subscription, so that a publish that worked with an older one notices.
create table subscription_versions (
  project_id  bigint primary key references projects on delete cascade,
  version     bigint not null
);

create table subscriptions (
  project_id  bigint primary key references projects on delete cascade,
  user_name   text not null,
  wave_types  text[] not null,
  updated_at  timestamptz not null
);

-- One callback URL. A removed one stays for the history of its deliveries.
create table endpoints (
  endpoint_id           bigint generated always as identity primary key,
  project_id            bigint not null references projects on delete cascade,
  url                   text not null,
  position              int not null,
  created_at            timestamptz not null,
  removed_at            timestamptz,
  health                text not null default 'healthy',
  consecutive_failures  int not null default 0,
  -- The first of the failures in a row: the beginning of an outage, if it becomes one.
  failures_since        timestamptz,
  failing_since         timestamptz,
  probe_delivery_id     uuid,
  -- The beginning of an outage that is over: what died since then is still to be redelivered.
  redeliver_since       timestamptz,
  constraint health_is_known check (health in ('healthy', 'failing')),
  constraint failures_have_a_start check ((consecutive_failures > 0) = (failures_since is not null)),
  constraint failing_has_a_start check ((health = 'failing') = (failing_since is not null)),
  constraint only_failing_has_a_probe check (health = 'failing' or probe_delivery_id is null)
);
create unique index endpoints_present on endpoints (project_id, url) where removed_at is null;
create index endpoints_by_project on endpoints (project_id, position);
create index endpoints_to_redeliver on endpoints (endpoint_id) where redeliver_since is not null;

-- One published analysis result; immutable. event_uid is a UUID version 7, which carries the day.
create table events (
  event_uid            uuid not null,
  project_id           bigint not null,
  event_id             text,
  session_uid          uuid not null,
  wave_type            text not null,
  analysis_result_url  text not null,
  store_number         text,
  client_session_id    text,
  published_at         timestamptz not null,
  deliveries           int not null,
  primary key (project_id, event_uid)
) partition by range (event_uid);

-- Results that were published inline and are served by us.
create table analysis_results (
  event_uid  uuid primary key,
  body       text not null
) partition by range (event_uid);

-- The producers' own ids: a second publish within 24 hours changes nothing.
create table publish_keys (
  project_id    bigint not null,
  event_id      text collate "C" not null,
  event_uid     uuid not null,
  deliveries    int not null,
  published_at  timestamptz not null,
  primary key (project_id, event_id)
);
create index publish_keys_by_time on publish_keys (published_at);

-- The queue: what is owed and not settled. A delivery is here or in settled_deliveries, never in both.
create table deliveries (
  delivery_id        uuid not null,
  project_id         bigint not null,
  endpoint_id        bigint not null,
  event_uid          uuid not null,
  session_uid        uuid not null,
  state              text not null,
  run_at             timestamptz not null,
  round              smallint not null default 1,
  round_started_at   timestamptz,
  attempts_in_round  smallint not null default 0,
  attempts           int not null default 0,
  lease_process      bigint,
  lease_token        uuid,
  last_failure       text,
  last_status        smallint,
  -- One key finds a delivery and lists a project's own in the order of time: each further index costs every delivery.
  primary key (project_id, delivery_id),
  constraint delivery_state check (state in ('pending', 'leased')),
  constraint lease_belongs_to_leased check ((state = 'leased') = (lease_token is not null)),
  constraint lease_has_a_process check ((lease_token is null) = (lease_process is null)),
  constraint round_start_belongs_to_attempts check ((attempts_in_round > 0) = (round_started_at is not null))
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
create index deliveries_due on deliveries (endpoint_id, run_at) where state = 'pending';
create index deliveries_leased on deliveries (lease_process) where state = 'leased';

-- What will not be tried again by itself, partitioned by the day in which the delivery began. The attempt that settled
-- it is kept here: most deliveries have no other, and a row of its own would cost them all.
create table settled_deliveries (
  delivery_id          uuid not null,
  project_id           bigint not null,
  endpoint_id          bigint not null,
  event_uid            uuid not null,
  session_uid          uuid not null,
  state                text not null,
  reason               text,
  round                smallint not null,
  attempts             int not null,
  last_failure         text,
  last_status          smallint,
  settled_at           timestamptz not null,
  -- Null where no attempt settled it: it was cancelled, or waited too long for its endpoint.
  attempt_started_at   timestamptz,
  attempt_duration_ms  int,
  attempt_answer       text,
  primary key (project_id, delivery_id),
  constraint attempt_is_whole check ((attempt_started_at is null) = (attempt_duration_ms is null)),
  constraint delivered_by_an_attempt check (state <> 'delivered' or attempt_started_at is not null),
  constraint settled_state check (state in ('delivered', 'dead', 'cancelled')),
  constraint reason_belongs_to_undelivered check ((state = 'delivered') = (reason is null))
) partition by range (delivery_id);
create index settled_by_session on settled_deliveries (project_id, session_uid);
create index settled_by_endpoint on settled_deliveries (endpoint_id, delivery_id);
create index settled_undelivered on settled_deliveries (project_id, delivery_id) where state <> 'delivered';
create index settled_dead on settled_deliveries (endpoint_id, settled_at) where state = 'dead';

-- One HTTP try each, in the partition of its delivery; the one that settled it is in settled_deliveries.
create table attempts (
  delivery_id     uuid not null,
  attempt_number  int not null,
  round           smallint not null,
  started_at      timestamptz not null,
  duration_ms     int not null,
  outcome         text not null,
  status          smallint,
  answer          text,
  primary key (delivery_id, attempt_number)
) partition by range (delivery_id);
