import { type Database, statement } from "../../src/db/database.ts";
import { LOOKUPS } from "../upload/store-file.ts";
import { GREAT } from "./endpoints.ts";

/** So many stores of the great project, a tenth as many users and a fiftieth as many routes, as uploads would have left them. */
export async function fillEntities(db: Database, stores: number): Promise<void> {
  for (const [type, values] of Object.entries(LOOKUPS)) await db.execute(INSERT_LOOKUPS, [GREAT, type, values]);
  await db.execute(INSERT_STORES, [GREAT, stores]);
  await db.execute(INSERT_USERS, [GREAT, Math.ceil(stores / 10), stores]);
  await db.execute(INSERT_ROUTES, [GREAT, Math.ceil(stores / 50), stores]);
  await db.execute(INSERT_ENTITY_SETS, [GREAT]);
  await db.run("vacuum analyze lookup_values, stores, users, routes, entity_sets");
}

const INSERT_LOOKUPS = statement(
  "bench_insert_lookups",
  "insert into lookup_values (project_id, lookup_type, value) select $1, $2, unnest($3::text[])",
);

/** The keys and lookups of bench/upload/store-file.ts; 5,000 cities, one store of a hundred without a place or deleted. */
const INSERT_STORES = statement(
  "bench_insert_stores",
  `insert into stores (project_id, store_number, store_name, store_display_name, store_type_name, region_name, district_name,
     branch_name, retailer_name, state_code, street, city, postal_code, latitude, longitude, is_active, manager_name, manager_email,
     manager_phone, is_deleted, additional_attributes, updated_at)
   select $1, 'ST-' || lpad(n::text, 8, '0'), 'Fresh Market ' || n, 'Fresh Market on ' || n % 997 || 'th Street',
     (array['Grocery', 'Convenience', 'Hypermarket', 'Pharmacy'])[1 + n % 4], (array['North', 'East', 'South', 'West'])[1 + n % 4],
     'District ' || n % 40, 'Branch ' || n % 200, 'Retailer ' || n % 25, 'S' || n % 50, n % 9973 || ' Main Street',
     'City ' || city, (10000 + n % 89999)::text,
     case when n % 100 <> 7 then city * 7919 % 1200 / 10.0 - 55 + random() / 2 end,
     case when n % 100 <> 7 then city * 104729 % 3400 / 10.0 - 170 + random() / 2 end,
     n % 10 <> 0, 'Robin Doe ' || n % 5003, 'manager.' || n || '@stores.example.com', '+1-555-' || n % 10000, n % 100 = 3,
     '{"size":"large"}', now() - n * interval '1 second'
   from generate_series(0, $2::int - 1) as n, lateral (select n % 5000 as city) as c`,
);

const INSERT_USERS = statement(
  "bench_insert_users",
  `insert into users (project_id, login_name, email_address, first_name, last_name, operational_role, supervisors_username, routes,
     stores, is_active, is_deleted, updated_at)
   select $1, 'user' || lpad(n::text, 7, '0'), 'user' || n || '@people.example.com', 'Robin ' || n % 800, 'Doe ' || n % 5000,
     (array['manager', 'merchandiser'])[1 + n % 2], 'user' || lpad((n / 10)::text, 7, '0'), array['R' || n / 5],
     array(select 'ST-' || lpad(((n * 20 + k) % $3::int)::text, 8, '0') from generate_series(1, 20) as k), true, false, now()
   from generate_series(0, $2::int - 1) as n`,
);

const INSERT_ROUTES = statement(
  "bench_insert_routes",
  `insert into routes (project_id, external_route_id, name, description, is_deleted, stores, users, updated_at)
   select $1, 'R' || n, 'Route ' || n, 'Every week', false,
     array(select 'ST-' || lpad(((n * 50 + k) % $3::int)::text, 8, '0') from generate_series(1, 50) as k), array['user' || lpad(n::text, 7, '0')],
     now()
   from generate_series(0, $2::int - 1) as n`,
);

const INSERT_ENTITY_SETS = statement(
  "bench_insert_entity_sets",
  `insert into entity_sets (project_id, entity_type, generation, updated_at)
   select $1, type, 1, now() from unnest(array['store', 'user', 'route']) as type`,
);
