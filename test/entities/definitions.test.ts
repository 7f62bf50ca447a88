import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statement } from "../../src/db/database.ts";
import { columnType, isCollated, isNullable } from "../../src/entities/columns.ts";
import { csvTemplate } from "../../src/entities/csv-template.ts";
import { DELETED_FLAG, FIELDS_MAX, type FieldDefinition } from "../../src/entities/definition.ts";
import { ENTITIES, entityNamed } from "../../src/entities/registry.ts";
import { STORE } from "../../src/entities/store.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

describe("the store field table (interface, Store)", () => {
  // name, type and greatest length as the interface writes them; * = mandatory.
  const TABLE = `
    store_number string(100) *
    store_name string(100) *
    store_display_name string(100)
    store_type_name string(100) * lookup
    region_name string(45) * lookup
    district_name string(200) lookup
    branch_name string(200) lookup
    retailer_name string(100) lookup
    state_code string(50) lookup
    street string(200) *
    city string(100) *
    postal_code string(45)
    latitude number(6)
    longitude number(6)
    is_active boolean=true
    manager_name string(45)
    manager_email string(100) email
    manager_phone string(45)
    is_deleted boolean=false
    additional_attributes attributes(45x100)`;

  it("is what the definition says, row by row", () => {
    expect(STORE.fields.map(written)).toEqual(TABLE.trim().split(/\n\s*/));
  });
});

describe("the user and route field tables (decisions, section 6)", () => {
  it("are what the definitions say", () => {
    expect(ENTITIES.user.fields.map(written)).toEqual([
      "login_name string(255) *",
      "email_address string(255) email",
      "mobile_number string(45)",
      "first_name string(100) *",
      "last_name string(100) *",
      "operational_role string(100)",
      "supervisors_username string(255)",
      "routes keys(route)",
      "stores keys(store)",
      "is_active boolean=true",
      "is_deleted boolean=false",
    ]);
    expect(ENTITIES.route.fields.map(written)).toEqual([
      "external_route_id string(128) *",
      "name string(128) *",
      "description string(256)",
      "is_deleted boolean=false",
      "stores keys(store)<=500",
      "users keys(user)",
    ]);
  });
});

describe.each(Object.values(ENTITIES))("the definition of $type", (definition) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it("fits a presence mask, begins with its mandatory key and has the flag of deletion", () => {
    expect(definition.fields.length).toBeLessThanOrEqual(FIELDS_MAX);
    expect(definition.fields[0]).toMatchObject({ name: definition.key, type: "string", mandatory: true });
    expect(definition.fields.find(({ name }) => name === DELETED_FLAG)).toMatchObject({
      type: "boolean",
      default: false,
    });
  });

  it("is found by its singular and its plural, and by nothing else", () => {
    expect(entityNamed(definition.type)).toBe(definition);
    expect(entityNamed(definition.plural)).toBe(definition);
    expect(entityNamed(`${definition.plural}s`)).toBeUndefined();
  });

  it("has a table with the same columns, flags first", async () => {
    const columns = await database.db.rows<{ line: string }>(SELECT_COLUMNS, [definition.table]);
    const isFlag = (field: FieldDefinition) => field.type === "boolean";
    const flags = definition.fields.filter(isFlag).toSorted((a) => (a.name === DELETED_FLAG ? -1 : 1));
    const expected = [...flags, ...definition.fields.filter((field) => !isFlag(field))].map((field) => {
      const collation = isCollated(field) ? " collate C" : "";
      return `${field.name} ${columnType(field)}${collation}${isNullable(field) ? "" : " not null"}`;
    });
    expect(columns.map(({ line }) => line)).toEqual([
      "project_id bigint not null",
      "updated_at timestamp with time zone not null",
      ...expected,
    ]);
  });

  it("gives a CSV template with every field once, those first that are mandatory here or for the project", () => {
    const extra = definition.fields.at(-1)?.name ?? "";
    const mandatory = definition.fields.filter((field) => field.mandatory).map(({ name }) => name);
    const rest = definition.fields.map(({ name }) => name).filter((name) => ![...mandatory, extra].includes(name));
    expect(csvTemplate(definition, [extra])).toBe(`${[...mandatory, extra, ...rest].join(",")}\r\n`);
    expect(csvTemplate(definition, [])).toBe(`${[...mandatory, ...rest, extra].join(",")}\r\n`);
  });
});

function written(field: FieldDefinition): string {
  const star = field.mandatory ? " *" : "";
  switch (field.type) {
    case "string":
      return `${field.name} string(${field.lengthMax})${star}${field.lookup ? " lookup" : ""}${field.format ? " email" : ""}`;
    case "number":
      return `${field.name} number(${field.decimals})${star}`;
    case "boolean":
      return `${field.name} boolean=${field.default}${star}`;
    case "attributes":
      return `${field.name} attributes(${field.pairsMax}x${field.lengthMax})${star}`;
    case "keys":
      return `${field.name} keys(${field.of})${field.itemsMax === null ? "" : `<=${field.itemsMax}`}${star}`;
  }
}

const SELECT_COLUMNS = statement(
  "test_columns",
  `select format('%s %s', a.attname, format_type(a.atttypid, a.atttypmod))
     || case when coalesce(co.collname, 'default') <> 'default' then ' collate ' || co.collname else '' end
     || case when a.attnotnull then ' not null' else '' end as line
   from pg_attribute a left join pg_collation co on co.oid = a.attcollation
   where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
   order by a.attnum`,
);
