import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STORE } from "../../src/entities/store.ts";
import { ManualClock } from "../../src/lib/clock.ts";
import { SECOND } from "../../src/lib/units.ts";
import { csvOf, store, type UploadingProject, uploadingProject } from "../jobs/upload-form.ts";
import { startTestApp, type TestApp } from "../support/app.ts";

/** What an integrator may hold us to who has read the two pages and nothing else: rows of stores, and reading them. */

const clock = new ManualClock(Date.UTC(2026, 4, 1));
const LOOKUPS = { district_name: ["D1"], branch_name: ["B1"], retailer_name: ["R1"], state_code: ["CA"] };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

async function newProject(name: string, settings: Record<string, unknown> = {}): Promise<UploadingProject> {
  const project = await uploadingProject(app, name, settings);
  for (const [type, values] of Object.entries(LOOKUPS)) {
    await app.operator("PUT", `/api/operator/projects/${name}/lookups/${type}`, { values });
  }
  return project;
}

const FULL = store("full", {
  store_display_name: "F",
  district_name: "D1",
  branch_name: "B1",
  retailer_name: "R1",
  state_code: "CA",
  postal_code: "007",
  latitude: 12.345679,
  longitude: -180,
  is_active: false,
  manager_name: "Jo",
  manager_email: "jo@example.com",
  manager_phone: "+1 2",
  is_deleted: true,
  additional_attributes: { size: "big", note: "" },
});
const EMPTIED = {
  store_display_name: null,
  district_name: null,
  branch_name: null,
  retailer_name: null,
  state_code: null,
  postal_code: null,
  latitude: null,
  longitude: null,
  is_active: true,
  manager_name: null,
  manager_email: null,
  manager_phone: null,
  is_deleted: false,
  additional_attributes: {},
};

describe("decisions, section 6: absent, empty, given", () => {
  let project: UploadingProject;
  beforeAll(async () => {
    project = await newProject("rows");
  });
  const upload = (row: Record<string, unknown>, file_format = "JSON") =>
    project.run({ file_format, file: file_format === "JSON" ? JSON.stringify([row]) : csvOf([row]) });
  const current = async () => (await project.stores("store_number=full&is_deleted=any"))[0];

  it("leaves every field alone that a row does not bring", async () => {
    await upload(FULL);
    await upload(store("full", { city: "Elsewhere" }));
    expect(await current()).toMatchObject({ ...FULL, city: "Elsewhere" });
  });

  it.each(Object.entries(EMPTIED))("empties %s by null, by empty text and by an empty cell", async (name, emptied) => {
    for (const [value, format] of [
      [null, "JSON"],
      ["", "JSON"],
      ["", "CSV"],
    ] as const) {
      await upload(FULL);
      const job = await upload(store("full", { [name]: value }), format);
      expect(job).toMatchObject({ number_of_effected_items: 1, number_of_rejected_items: 0 });
      expect(await current()).toMatchObject({ ...FULL, [name]: emptied });
    }
  });

  it("replaces attributes whole", async () => {
    await upload(FULL);
    await upload(store("full", { additional_attributes: { other: "1" } }));
    expect((await current()).additional_attributes).toEqual({ other: "1" });
  });

  it("keeps last_update_time where a row changes nothing", async () => {
    await upload(FULL);
    const before = await current();
    clock.advance(5 * SECOND);
    await upload(FULL);
    expect(await current()).toEqual(before);
    await upload(store("full", { city: "Moved" }));
    expect((await current()).last_update_time).toBe(before.last_update_time + 5);
  });
});

describe("decisions, section 6: texts come back as they were sent", () => {
  const NAUGHTY = [
    " ",
    "\t",
    "  x ",
    "\u3000",
    "\u00a0",
    "\u200b",
    "\n",
    "\r\n",
    "\ufeff",
    "null",
    "undefined",
    "true",
    "0",
    "-0",
    "1e5",
    "007",
    "\\N",
    "\\",
    '"',
    "'",
    "a,b;c|d",
    "=1+1",
    "e\u0301",
    "\u00e9",
    "\u202etest",
    "👩‍👩‍👧",
    "\u0001",
    "\u007f",
    "\uffff",
    "%s {0} {{y}}",
    "'; drop table stores; --",
  ];

  it.each(["JSON", "CSV"])("in %s, as key, as name and in attributes", async (file_format) => {
    const project = await newProject(`naughty-${file_format.toLowerCase()}`);
    const rows = NAUGHTY.map((text) => store(text, { store_name: text, city: text, manager_name: text }));
    const attribute = (text: string) => ({ additional_attributes: { [text]: text } });
    const file =
      file_format === "CSV"
        ? csvOf(rows.map((row) => ({ ...row, "additional_attributes.a": row.city })))
        : JSON.stringify(rows.map((row) => ({ ...row, ...attribute(String(row.city)) })));
    expect(await project.run({ file_format, file })).toMatchObject({ number_of_rejected_items: 0 });
    for (const text of NAUGHTY) {
      const found = await project.stores(`store_number=${encodeURIComponent(text)}`);
      const attributes = file_format === "CSV" ? { a: text } : { [text]: text };
      expect(found).toMatchObject([
        { store_number: text, store_name: text, city: text, manager_name: text, additional_attributes: attributes },
      ]);
    }
  });
});

describe("decisions, section 6: lookup_policy open", () => {
  it("adds the values of accepted rows, not those of rejected ones, and none for validate_only", async () => {
    const project = await newProject("open", { lookup_policy: "open" });
    const rows = [store("1", { region_name: "New" }), store("2", { region_name: "Never", city: "" })];
    const regions = async () =>
      (await project.get("/entity/store/region")).json.regions.map((one: { region_name: string }) => one.region_name);
    await project.run({ file: JSON.stringify(rows), import_mode: "validate_only" });
    expect(await regions()).toEqual(["North", "South"]);
    await project.run({ file: JSON.stringify(rows) });
    expect(await regions()).toEqual(["New", "North", "South"]);
  });
});

describe("decisions, section 7: sort and filters on every field", () => {
  let project: UploadingProject;
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared, not computed with.
  let all: any[];
  const pick = <T>(choices: readonly T[], n: number, step: number) => choices[Math.floor(n / step) % choices.length];
  beforeAll(async () => {
    project = await newProject("reads");
    const rows = Array.from({ length: 24 }, (_, n) =>
      store(String(n).padStart(2, "0"), {
        store_name: pick(["b", "Z", "é", "a&b c"], n, 1),
        region_name: pick(["North", "South"], n, 1),
        latitude: pick([null, 2, 10.5, -3.123456], n, 3),
        longitude: pick([null, 100], n, 2),
        is_active: n % 3 !== 0,
        is_deleted: n % 8 === 7,
        additional_attributes: pick([{}, { a: "1", b: "2" }], n, 4),
        ...Object.fromEntries(
          Object.entries({ ...LOOKUPS, postal_code: ["1", "01"], manager_name: ["m"], manager_email: ["a@b.co"] }).map(
            ([field, values], place) => [field, pick([null, ...values], n, 1 + (place % 3))],
          ),
        ),
      }),
    );
    await project.run({ file: JSON.stringify(rows.slice(0, 12)) });
    clock.advance(3 * SECOND);
    await project.run({ file: JSON.stringify(rows.slice(12)) });
    all = (await project.stores("is_deleted=any")) ?? [];
  });

  const FIELDS = [...STORE.fields.map(({ name }) => name), "last_update_time"];
  const SORTABLE = FIELDS.filter((name) => name !== "additional_attributes");

  async function walk(query: string): Promise<Record<string, unknown>[]> {
    const found: Record<string, unknown>[] = [];
    for (let path = `/api/v1/reads/entity/store?${query}`; path !== ""; ) {
      const { json } = await app.as(project.token, "GET", path);
      found.push(...json.stores);
      path = json.metadata.links.next;
    }
    return found;
  }

  it.each(SORTABLE.flatMap((name) => [name, `-${name}`]))(
    "walks all pages sorted by %s: each store once, in order, equal ones by store_number",
    async (sort) => {
      const name = sort.replace("-", "");
      const found = await walk(`is_deleted=any&sort=${sort}&per_page=5`);
      const direction = sort.startsWith("-") ? -1 : 1;
      const expected = all.toSorted(
        (a, b) => direction * order(a[name], b[name]) || order(a.store_number, b.store_number),
      );
      expect(found.map((one) => one.store_number)).toEqual(expected.map((one) => one.store_number));
    },
  );

  it.each(FIELDS)("finds by each value of %s, the empty one too, what has it", async (name) => {
    const values = new Map(all.map((one) => [parameterOf(one[name]), one[name]]));
    for (const [parameter, value] of values) {
      const query = new URLSearchParams(name === "is_deleted" ? {} : { is_deleted: "any" });
      query.set(name, parameter);
      const found = await walk(`${query}&per_page=5`);
      const expected = all.filter((one) => JSON.stringify(one[name]) === JSON.stringify(value));
      expect(found).toEqual(expected);
    }
  });
});

/** Empty values last, text byte by byte. */
function order(a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === "string" && typeof b === "string") return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return Number(a) - Number(b);
}

function parameterOf(value: unknown): string {
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
