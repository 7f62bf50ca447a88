/**
 * Makes client/dist/, a package of plain JavaScript and types to publish: `npm run build -w client`, then
 * `npm publish client/dist`. In this repository the sources themselves are run.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const CLIENT = join(import.meta.dirname, "..");

interface Manifest {
  name: string;
  version: string;
  description: string;
  license: string;
  type: string;
  engines: Record<string, string>;
  exports: Record<string, string>;
  keywords: string[];
}

/** Builds the package into `folder`, which is emptied before. */
export function buildPackage(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const compiler = join(
    dirname(createRequire(join(CLIENT, "..", "package.json")).resolve("typescript/package.json")),
    "bin",
    "tsc",
  );
  execFileSync(process.execPath, [compiler, "-p", join(CLIENT, "tsconfig.build.json"), "--outDir", folder]);
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(publishedManifest(), null, 2)}\n`);
  for (const name of ["README.md", "examples"]) cpSync(join(CLIENT, name), join(folder, name), { recursive: true });
  cpSync(join(CLIENT, "..", "LICENSE"), join(folder, "LICENSE"));
}

/** The entries lead to what was built; nothing is needed besides. */
function publishedManifest() {
  const { name, version, description, license, type, engines, exports, keywords } = readManifest();
  const entries = Object.entries(exports).map(([entry, source]) => {
    const built = source.replace("./src/", "./").replace(/\.ts$/, "");
    return [entry, { types: `${built}.d.ts`, default: `${built}.js` }];
  });
  return {
    name,
    version,
    description,
    license,
    keywords,
    type,
    sideEffects: false,
    engines,
    exports: { ...Object.fromEntries(entries), "./package.json": "./package.json" },
  };
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(CLIENT, "package.json"), "utf8"));
}

if (process.argv[1] === import.meta.filename) buildPackage(join(CLIENT, "dist"));
