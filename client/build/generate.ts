/** Makes client/src/generated/ from docs/openapi.json: `npm run generate -w client`. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";

const DOCUMENT = join(import.meta.dirname, "..", "..", "docs", "openapi.json");
const FOLDER = join(import.meta.dirname, "..", "src", "generated");
const METHODS = ["get", "put", "post", "patch", "delete"] as const;
const HEAD = "// Generated from docs/openapi.json by `npm run generate -w client`; changes by hand are lost.\n";

interface Operation {
  operationId: string;
  deprecated?: boolean;
  callbacks?: unknown;
  responses: Record<string, { headers?: unknown }>;
}

interface Document {
  paths: Record<string, Partial<Record<(typeof METHODS)[number], Operation>>>;
}

/** The files by their names, as they ought to be. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const document = readDocument();
  for (const operation of operationsOf(document)) trim(operation);
  const nodes = await openapiTS(JSON.stringify(document, withoutExamples), {
    excludeDeprecated: true,
    alphabetize: true,
  });
  return { "schema.ts": HEAD + astToString(nodes), "operations.ts": HEAD + operationTable(readDocument()) };
}

/** Errors have one type of their own, and headers are read by name: 40 lines an operation less. */
function trim(operation: Operation): void {
  // The generator counts the path parameters of a callback's address among those of the operation, and refuses.
  delete operation.callbacks;
  for (const [status, response] of Object.entries(operation.responses)) {
    if (!status.startsWith("2")) delete operation.responses[status];
    delete response.headers;
  }
}

function withoutExamples(key: string, value: unknown): unknown {
  return key === "examples" || key === "example" ? undefined : value;
}

/** Method and path by the operation's id, without the aliases. */
function operationTable({ paths }: Document): string {
  const lines = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined || operation.deprecated) return [];
      return `  ${operation.operationId}: { method: "${method.toUpperCase()}", path: "${path}" },\n`;
    }),
  );
  return `export const OPERATIONS = {\n${lines.sort().join("")}} as const;\n`;
}

function operationsOf({ paths }: Document): Operation[] {
  return Object.values(paths).flatMap((item) => METHODS.flatMap((method) => item[method] ?? []));
}

/** The door where the document gets its type; the service's own test holds it to OpenAPI. */
function readDocument(): Document {
  return JSON.parse(readFileSync(DOCUMENT, "utf8"));
}

if (process.argv[1] === import.meta.filename) {
  for (const [name, text] of Object.entries(await generatedFiles())) writeFileSync(join(FOLDER, name), text);
}
