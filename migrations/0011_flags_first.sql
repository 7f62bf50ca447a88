-- What nearly every read looks at, and what has one length in every row, stands first: the database finds a column by going
-- over those before it. Counting a million stores that are not deleted took 0.34 s, and takes 0.16 s.
alter table stores rename to stores_before;
alter table stores_before drop constraint stores_pkey;
create table stores (
  project_id            bigint not null,
  updated_at            timestamptz not null,
  is_deleted            boolean not null,
  is_active             boolean not null,
  store_number          text collate "C" not null,
  store_name            text collate "C" not null,
  store_display_name    text collate "C",
  store_type_name       text collate "C" not null,
  region_name           text collate "C" not null,
  district_name         text collate "C",
  branch_name           text collate "C",
  retailer_name         text collate "C",
  state_code            text collate "C",
  street                text collate "C" not null,
  city                  text collate "C" not null,
  postal_code           text collate "C",
  latitude              double precision,
  longitude             double precision,
  manager_name          text collate "C",
  manager_email         text collate "C",
  manager_phone         text collate "C",
  additional_attributes jsonb not null
);
insert into stores
  (project_id, updated_at, is_deleted, is_active, store_number, store_name, store_display_name, store_type_name, region_name,
   district_name, branch_name, retailer_name, state_code, street, city, postal_code, latitude, longitude, manager_name,
   manager_email, manager_phone, additional_attributes)
select project_id, updated_at, is_deleted, is_active, store_number, store_name, store_display_name, store_type_name, region_name,
  district_name, branch_name, retailer_name, state_code, street, city, postal_code, latitude, longitude, manager_name,
  manager_email, manager_phone, additional_attributes
from stores_before
order by project_id, store_number;
alter table stores add primary key (project_id, store_number);
-- As before, see 0003_entities.sql.
alter table stores alter column latitude set (n_distinct = 200), alter column longitude set (n_distinct = 200);
drop table stores_before;

alter table users rename to users_before;
alter table users_before drop constraint users_pkey;
create table users (
  project_id           bigint not null,
  updated_at           timestamptz not null,
  is_deleted           boolean not null,
  is_active            boolean not null,
  login_name           text collate "C" not null,
  email_address        text collate "C",
  mobile_number        text collate "C",
  first_name           text collate "C" not null,
  last_name            text collate "C" not null,
  operational_role     text collate "C",
  supervisors_username text collate "C",
  routes               text[] collate "C" not null,
  stores               text[] collate "C" not null
);
insert into users
  (project_id, updated_at, is_deleted, is_active, login_name, email_address, mobile_number, first_name, last_name,
   operational_role, supervisors_username, routes, stores)
select project_id, updated_at, is_deleted, is_active, login_name, email_address, mobile_number, first_name, last_name,
  operational_role, supervisors_username, routes, stores
from users_before
order by project_id, login_name;
alter table users add primary key (project_id, login_name);
drop table users_before;

alter table routes rename to routes_before;
alter table routes_before drop constraint routes_pkey;
create table routes (
  project_id        bigint not null,
  updated_at        timestamptz not null,
  is_deleted        boolean not null,
  external_route_id text collate "C" not null,
  name              text collate "C" not null,
  description       text collate "C",
  stores            text[] collate "C" not null,
  users             text[] collate "C" not null
);
insert into routes (project_id, updated_at, is_deleted, external_route_id, name, description, stores, users)
select project_id, updated_at, is_deleted, external_route_id, name, description, stores, users
from routes_before
order by project_id, external_route_id;
alter table routes add primary key (project_id, external_route_id);
drop table routes_before;

-- The rows lie elsewhere now: nothing that was kept of their places holds.
update entity_sets set generation = generation + 1;
analyze stores, users, routes;
