import { describe, expect, it } from "vitest";
import { JsonNumber } from "../../src/entities/json-number.ts";
import { ROUTE } from "../../src/entities/route.ts";
import { STORE } from "../../src/entities/store.ts";
import { USER } from "../../src/entities/user.ts";
import { checkCells, FULL_STORE_ROW, messagesOf, rowCheck, STORE_ROW, valuesOf } from "./sample-rows.ts";

const LENGTHS = {
  store_number: 100,
  store_name: 100,
  store_display_name: 100,
  store_type_name: 100,
  region_name: 45,
  district_name: 200,
  branch_name: 200,
  retailer_name: 100,
  state_code: 50,
  street: 200,
  city: 100,
  postal_code: 45,
  manager_name: 45,
  manager_email: 100,
  manager_phone: 45,
};

const MANDATORY = ["store_number", "store_name", "store_type_name", "region_name", "street", "city"];

describe("interface, Store: the field table", () => {
  it("accepts a row with every field and keeps each value", () => {
    expect(valuesOf(rowCheck().checkObject(FULL_STORE_ROW))).toEqual(FULL_STORE_ROW);
  });

  it.each(Object.entries(LENGTHS))("takes %s up to %i characters and refuses one more", (name, length) => {
    const check = rowCheck({ lookupPolicy: "open" });
    const longest = name === "manager_email" ? `${"a".repeat(length - 12)}@example.com` : "ü".repeat(length);
    expect(messagesOf(check.checkObject({ ...STORE_ROW, [name]: longest }))).toEqual([]);
    expect(messagesOf(check.checkObject({ ...STORE_ROW, [name]: `a${longest}` }))).toEqual([
      `Incorrect format for field: ${name}, the correct format: at most ${length} characters`,
    ]);
  });

  it("counts characters, not their halves", () => {
    expect(messagesOf(rowCheck().checkObject({ ...STORE_ROW, city: "🏪".repeat(100) }))).toEqual([]);
    expect(messagesOf(rowCheck().checkObject({ ...STORE_ROW, city: "🏪".repeat(101) }))).toHaveLength(1);
  });

  it.each(MANDATORY)("rejects a row without %s, or with an empty one", (name) => {
    const { [name]: _, ...rest } = { ...STORE_ROW } as Record<string, string>;
    const message = [`Missing mandatory field:${name}`];
    expect(messagesOf(rowCheck().checkObject(rest))).toEqual(message);
    expect(messagesOf(rowCheck().checkObject({ ...STORE_ROW, [name]: "" }))).toEqual(message);
    expect(messagesOf(rowCheck().checkObject({ ...STORE_ROW, [name]: null }))).toEqual(message);
    expect(messagesOf(checkCells(rest))).toEqual(message);
    expect(messagesOf(checkCells({ ...STORE_ROW, [name]: "" }))).toEqual(message);
  });

  it("has no other mandatory field", () => {
    expect(STORE.fields.filter((field) => field.mandatory).map((field) => field.name)).toEqual(MANDATORY);
  });

  it("makes further fields mandatory for a project", () => {
    const check = rowCheck({ extraMandatory: ["manager_name", "additional_attributes"] });
    expect(messagesOf(check.checkObject({ ...STORE_ROW, additional_attributes: {} }))).toEqual([
      "Missing mandatory fields:manager_name,additional_attributes",
    ]);
    expect(messagesOf(check.checkObject(FULL_STORE_ROW))).toEqual([]);
  });

  it.each([
    ["latitude", 90],
    ["longitude", 180],
  ])("takes %s from minus to plus %i", (name, limit) => {
    const message = `Incorrect format for field: ${name}, the correct format: a number from -${limit} to ${limit}`;
    for (const inside of [limit, -limit, 0]) {
      expect(valuesOf(rowCheck().checkObject({ ...STORE_ROW, [name]: inside }))[name]).toBe(inside);
    }
    for (const outside of [limit + 0.000001, -limit - 1, 1e300]) {
      expect(messagesOf(rowCheck().checkObject({ ...STORE_ROW, [name]: outside }))).toEqual([message]);
      expect(messagesOf(checkCells({ ...STORE_ROW, [name]: String(outside) }))).toEqual([message]);
    }
  });

  it.each([
    [32.0853001234, 32.0853],
    [-0.0000001, 0],
    [12.3456789, 12.345679],
    [12.3456785, 12.345678],
    [-12.3456785, -12.345678],
    [1.0000005, 1.000001],
  ])("keeps coordinates to 6 decimals: %d becomes %d", (sent, kept) => {
    expect(valuesOf(rowCheck().checkObject({ ...STORE_ROW, latitude: sent })).latitude).toBe(kept);
    expect(valuesOf(rowCheck().checkObject({ ...STORE_ROW, latitude: new JsonNumber(String(sent)) })).latitude).toBe(
      kept,
    );
    expect(valuesOf(checkCells({ ...STORE_ROW, latitude: String(sent) })).latitude).toBe(kept);
  });

  it("takes 45 attributes of 100 characters and no more", () => {
    const pairs = (count: number, length = 1) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`name ${n}`, "v".repeat(length)]));
    const given = (additional_attributes: unknown) =>
      messagesOf(rowCheck().checkObject({ ...STORE_ROW, additional_attributes }));
    const start = "Incorrect format for field: additional_attributes, the correct format:";
    expect(given(pairs(45, 100))).toEqual([]);
    expect(given(pairs(46))).toEqual([`${start} at most 45 name-value pairs`]);
    expect(given(pairs(1, 101))).toEqual([`${start} values of at most 100 characters`]);
    expect(given({ size: 3 })).toEqual(["Invalid variable type:additional_attributes.size-expected type: String"]);
  });
});

describe("interface, Entity error file: message shapes", () => {
  const bad = { ...STORE_ROW };
  it.each([
    ["one missing", { ...bad, city: "" }, ["Missing mandatory field:city"]],
    ["several missing", { ...bad, city: "", store_name: null }, ["Missing mandatory fields:store_name,city"]],
    ["one wrong type", { ...bad, latitude: "5" }, ["Invalid variable type:latitude-expected type: Number"]],
    [
      "several wrong types",
      { ...bad, store_name: 5, is_active: "true", additional_attributes: [] },
      [
        "Invalid variable types:store_name-expected type: String,is_active-expected type: Boolean," +
          "additional_attributes-expected type: Object",
      ],
    ],
    [
      "a wrong format",
      { ...bad, manager_email: "not an address" },
      ["Incorrect format for field: manager_email, the correct format: name@example.com"],
    ],
    ["an unknown lookup value", { ...bad, store_type_name: "Kiosk" }, ["Unknown store_type_name 'Kiosk'"]],
    [
      "one of each kind, of which three are shown, in the order of checks",
      { ...bad, store_type_name: "Kiosk", manager_email: "x", store_name: 7, city: "" },
      [
        "Missing mandatory field:city",
        "Invalid variable type:store_name-expected type: String",
        "Incorrect format for field: manager_email, the correct format: name@example.com",
      ],
    ],
    [
      "more than three of one kind",
      { ...bad, store_type_name: "a", region_name: "b", district_name: "c", branch_name: "d" },
      ["Unknown store_type_name 'a'", "Unknown region_name 'b'", "Unknown district_name 'c'"],
    ],
  ])("%s", (_, row, messages) => {
    expect(messagesOf(rowCheck().checkObject(row))).toEqual(messages);
  });

  it("tells code, fields and what was sent, and shows the key as it was sent", () => {
    const sent = { ...STORE_ROW, store_number: new JsonNumber("12345678901234567890"), latitude: "north" };
    expect(rowCheck().checkObject(sent)).toEqual({
      accepted: false,
      key: sent.store_number,
      failures: [
        {
          code: "invalid_type",
          fields: ["store_number", "latitude"],
          message: "Invalid variable types:store_number-expected type: String,latitude-expected type: Number",
          values: [sent.store_number, "north"],
        },
      ],
    });
  });

  it.each([["text"], [7], [null], [true], [["a"]], [new JsonNumber("1")]])(
    "rejects the element %j, which is no object",
    (element) => {
      expect(messagesOf(rowCheck().checkObject(element))).toEqual([
        "Invalid variable type:store-expected type: Object",
      ]);
    },
  );

  it.each([["ada@example.com"], ["a.b+c@sub.example.co.uk"], ["ü@bücher.example"], ["o'hara@example.com"]])(
    "takes the address %s",
    (address) => {
      expect(messagesOf(rowCheck().checkObject({ ...STORE_ROW, manager_email: address }))).toEqual([]);
    },
  );

  it.each([
    ["ada"],
    ["ada@"],
    ["@example.com"],
    ["a b@example.com"],
    ["a@b"],
    ["a@b..c"],
    ["a@-b.com"],
    ["a@b.com\n"],
    ["a@b@c.com"],
    [".a@b.com"],
    ["a.@b.com"],
    ["a..b@c.com"],
    ["a@b.123"],
  ])("refuses the address %j", (address) => {
    expect(messagesOf(rowCheck().checkObject({ ...STORE_ROW, manager_email: address }))).toHaveLength(1);
  });

  it.each([["a\0b"], ["half \ud83c of a pair"]])("refuses text that could not be read back: %j", (text) => {
    expect(messagesOf(rowCheck().checkObject({ ...STORE_ROW, city: text }))).toEqual([
      "Incorrect format for field: city, the correct format: Unicode text without null characters",
    ]);
  });
});

describe("decisions, section 6: absent and empty", () => {
  const bitOf = (name: string) => 1 << STORE.fields.findIndex((field) => field.name === name);

  it("marks what a row brings, empty or not, and leaves out what it does not", () => {
    const outcome = rowCheck().checkObject({ ...STORE_ROW, manager_name: "", latitude: null });
    const expected = [...MANDATORY, "manager_name", "latitude"].reduce((mask, name) => mask | bitOf(name), 0);
    expect(outcome).toMatchObject({ accepted: true, presence: expected });
  });

  it("sets defaults for absent and for empty flags, {} for attributes, null for the rest", () => {
    const empty = { is_active: "", is_deleted: "", additional_attributes: "", latitude: "", manager_email: "" };
    const values = {
      is_active: true,
      is_deleted: false,
      additional_attributes: {},
      latitude: null,
      manager_email: null,
    };
    expect(valuesOf(rowCheck().checkObject(STORE_ROW))).toMatchObject(values);
    expect(valuesOf(rowCheck().checkObject({ ...STORE_ROW, ...empty }))).toMatchObject(values);
    expect(valuesOf(checkCells({ ...STORE_ROW, ...empty }))).toMatchObject(values);
  });

  it("does not carry values from one row into the next", () => {
    const check = rowCheck();
    check.checkObject(FULL_STORE_ROW);
    expect(valuesOf(check.checkObject(STORE_ROW))).toMatchObject({ manager_name: null, is_active: true });
  });

  it("names the keys of JSON objects that the entity does not have, each once", () => {
    const check = rowCheck();
    check.checkObject({ ...STORE_ROW, colour: "red", Store_Name: "x" });
    check.checkObject(JSON.parse(`{"__proto__": 1, "colour": 2}`));
    expect([...check.unknownKeys]).toEqual(["colour", "Store_Name", "__proto__"]);
  });
});

describe("decisions, section 6: lookup policy", () => {
  it("collects unknown values of accepted rows with the policy open, and of rejected ones not", () => {
    const check = rowCheck({ lookupPolicy: "open" });
    check.checkObject({ ...STORE_ROW, region_name: "South" });
    check.checkObject({ ...STORE_ROW, region_name: "North", city: "" });
    check.checkObject({ ...STORE_ROW, region_name: "South", state_code: "US-NJ" });
    expect(check.newLookupValues).toEqual(
      new Map([
        ["region_name", new Set(["South"])],
        ["state_code", new Set(["US-NJ"])],
      ]),
    );
  });
});

describe("decisions, section 6: users and routes", () => {
  const user = { login_name: "ada", first_name: "Ada", last_name: "L" };
  const route = { external_route_id: "r1", name: "Monday" };

  it("reads lists of keys from JSON arrays and from cells, each key once", () => {
    const fromJson = rowCheck({ definition: USER }).checkObject({ ...user, routes: ["b", "a", "b"], stores: [] });
    const fromCells = checkCells({ ...user, routes: "b; a ;b;", stores: "" }, rowCheck({ definition: USER }));
    for (const outcome of [fromJson, fromCells]) {
      expect(valuesOf(outcome, USER)).toMatchObject({ routes: ["b", "a"], stores: [] });
    }
  });

  it.each([["a;b"], [[1]], [{}]])("refuses %j as a list in JSON", (routes) => {
    expect(messagesOf(rowCheck({ definition: USER }).checkObject({ ...user, routes }))).toEqual([
      "Invalid variable type:routes-expected type: Array",
    ]);
  });

  it("takes 500 stores on a route and no more", () => {
    const stores = Array.from({ length: 501 }, (_, n) => String(n));
    const check = rowCheck({ definition: ROUTE });
    expect(messagesOf(check.checkObject({ ...route, stores: stores.slice(1) }))).toEqual([]);
    expect(messagesOf(check.checkObject({ ...route, stores }))).toEqual([
      "Incorrect format for field: stores, the correct format: at most 500 items",
    ]);
  });

  it.each([
    [USER, ["login_name", "first_name", "last_name"]],
    [ROUTE, ["external_route_id", "name"]],
  ])("rejects an empty object with the mandatory fields of the entity", (definition, fields) => {
    expect(messagesOf(rowCheck({ definition }).checkObject({}))).toEqual([
      `Missing mandatory fields:${fields.join(",")}`,
    ]);
  });
});
