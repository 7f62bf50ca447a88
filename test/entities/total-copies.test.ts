import { describe, expect, it } from "vitest";
import { TOTAL_COPIES_MAX } from "../../src/config/limits.ts";
import { TotalCopies } from "../../src/entities/total-copies.ts";

describe("copies of totals", () => {
  const city = (value: string) => [{ field: "city", values: [value] }];

  it("are kept apart by project, entity and filters", () => {
    const copies = new TotalCopies();
    copies.set(1, "store", city("A"), { generation: 3, total: 7 });
    expect(copies.get(1, "store", city("A"))).toEqual({ generation: 3, total: 7 });
    expect(copies.get(2, "store", city("A"))).toBeUndefined();
    expect(copies.get(1, "user", city("A"))).toBeUndefined();
    expect(copies.get(1, "store", city("B"))).toBeUndefined();
    expect(copies.get(1, "store", [])).toBeUndefined();
  });

  it("give way when there are too many, the oldest first", () => {
    const copies = new TotalCopies();
    for (let n = 0; n <= TOTAL_COPIES_MAX; n += 1) {
      copies.set(n, "store", [], { generation: 1, total: n });
      copies.set(0, "store", [], { generation: 2, total: 0 });
    }
    expect(copies.get(0, "store", [])).toBeDefined();
    expect(copies.get(1, "store", [])).toBeUndefined();
    expect(copies.get(2, "store", [])).toBeDefined();
  });
});
