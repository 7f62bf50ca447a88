import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { dumpSchema } from "../support/schema-dump.ts";

describe("database schema", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it("is what docs/schema.sql shows (npx vitest run test/db/schema.test.ts --update writes it anew)", async () => {
    await expect(await dumpSchema(database.db)).toMatchFileSnapshot(join("..", "..", "docs", "schema.sql"));
  });
});
