import { describe, expect, it } from "vitest";
import { fileMistake, guessFrom } from "../../console/src/pages/jobs/file-guess.ts";
import { rejectionKind, sentValue } from "../../console/src/pages/jobs/rejection-words.ts";
import { fieldMessages, urlMistake } from "../../console/src/pages/subscription/field-messages.ts";

describe("what the name of a file tells", () => {
  it.each([
    ["Stores 2026.csv", "store", "CSV"],
    ["users.json", "user", "JSON"],
    ["routes.csv.zip", "route", "CSV_ZIP"],
    ["shops.jsonl.gz", "store", "JSON_ZIP"],
    ["users-of-stores.csv", undefined, "CSV"],
    ["data.txt", undefined, "CSV"],
  ])("%s", (name, entity, format) => expect(guessFrom(name)).toEqual({ entity, format }));

  it("refuses what is certainly no upload", () => {
    expect(fileMistake({ name: "stores.csv", size: 0 })).toBe("The file is empty.");
    expect(fileMistake({ name: "Stores.XLSX", size: 10 })).toContain("spreadsheet");
    expect(fileMistake({ name: "stores.csv", size: 1 })).toBeUndefined();
  });
});

describe("what people read of a refused row", () => {
  it("shows the value as it was sent, so that spaces and types can be seen, and not without end", () => {
    expect(sentValue(" a ")).toBe('" a "');
    expect(sentValue(100)).toBe("100");
    expect(sentValue(null)).toBe("null");
    expect(sentValue("x".repeat(1_000))).toHaveLength(200);
    expect(rejectionKind("unknown_lookup")).toBe("Unknown value");
    expect(rejectionKind("from_tomorrow")).toBe("from_tomorrow");
  });
});

describe("the messages of a refused subscription", () => {
  it("go to the field that each is about", () => {
    const messages = [
      "url_list should not be empty",
      "each value in url_list must be a public HTTPS URL",
      "wave_type_list must be an array",
      "something else",
    ];
    expect(fieldMessages(messages)).toEqual({
      urls: messages.slice(0, 2),
      waveTypes: [messages[2]],
      rest: ["something else"],
    });
  });

  it("are preceded by what can be seen at once", () => {
    expect(urlMistake("")).toBeUndefined();
    expect(urlMistake("https://hooks.example/in?key=1")).toBeUndefined();
    expect(urlMistake("hooks.example")).toContain("absolute");
    expect(urlMistake("https://me:pw@hooks.example")).toContain("password");
    expect(urlMistake("https://hooks.example/#a")).toContain("fragment");
  });
});
