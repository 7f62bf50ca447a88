import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");

it("lints docs/openapi.json without a finding", async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(ROOT, "node_modules", "@redocly", "cli", "bin", "cli.js"), "lint", "--format=json", "docs/openapi.json"],
    {
      cwd: ROOT,
      maxBuffer: 16 * 1024 * 1024,
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" },
    },
  ).catch((error) => error);
  const { problems } = JSON.parse(stdout);
  expect(problems.map(({ ruleId, message }: { ruleId: string; message: string }) => `${ruleId}: ${message}`)).toEqual(
    [],
  );
});
