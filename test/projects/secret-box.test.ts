import { describe, expect, it } from "vitest";
import { SecretBox } from "../../src/projects/secret-box.ts";

describe("secrets at rest", () => {
  const box = new SecretBox(["first key ".repeat(4)]);

  it("open to what was sealed, and never look the same twice", () => {
    const sealed = box.seal("X-API-Key: geheim", "project 1");
    expect(box.open(sealed, "project 1")).toBe("X-API-Key: geheim");
    expect(sealed).not.toContain("geheim");
    expect(box.seal("X-API-Key: geheim", "project 1")).not.toBe(sealed);
  });

  it("do not open in another place, after a change, or with another key", () => {
    const sealed = box.seal("geheim", "project 1");
    expect(() => box.open(sealed, "project 2")).toThrow();
    expect(() => box.open(`${sealed.slice(0, -2)}AA`, "project 1")).toThrow();
    expect(() => new SecretBox(["second key ".repeat(4)]).open(sealed, "project 1")).toThrow("does not have");
  });

  it("stay readable while a key is replaced", () => {
    const sealed = box.seal("geheim", "project 1");
    const both = new SecretBox(["second key ".repeat(4), "first key ".repeat(4)]);
    expect(both.open(sealed, "project 1")).toBe("geheim");
    expect(new SecretBox(["second key ".repeat(4)]).open(both.seal("neu", "project 1"), "project 1")).toBe("neu");
  });
});
