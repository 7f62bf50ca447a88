import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { MAY_IMPORT } from "./imports.ts";
import { type SourceFile, sourceFiles } from "./source-tree.ts";

const FILE_LINES_MAX = 300;
const FUNCTION_LINES_MAX = 75;
/** Drawers into which anything falls. */
const BANNED_NAMES = /(^|\/)(utils?|helpers?|common|misc|shared)(\/|\.|$)/;
/** Words that the word list has another term for, and marks of work not done. The parts keep this file from finding itself. */
const BANNED_WORDS = [
  ["TO", "DO"],
  ["FIX", "ME"],
  ["XX", "X"],
  ["HA", "CK"],
  ["ten", "ant"],
  ["super", "user"],
  ["dead ", "letter"],
  ["D", "LQ"],
].map((parts) => new RegExp(`\\b${parts.join("")}s?\\b`));

/** What of the service the command line runs in its own process. */
const COMMAND_LINE_DOORS = ["src/version.ts", "src/serve.ts", "src/offline-check.ts", "src/doctor/doctor.ts"];

/** Made by a program from what is held to the rules itself. */
const GENERATED = /^(docs\/schema\.sql|client\/src\/generated\/.*)$/;

const code = sourceFiles([".ts", ".tsx"]);
const all = sourceFiles([".ts", ".tsx", ".css", ".html", ".sql", ".md", ".json", ".mjs", ".js", ".yml"]).filter(
  ({ path }) => path !== "package-lock.json",
);

describe("the tree keeps its own rules", () => {
  it(`has no source file over ${FILE_LINES_MAX} lines`, () => {
    const long = [...code, ...sourceFiles([".sql", ".css"])].filter(
      ({ lines, path }) => lines.length - 1 > FILE_LINES_MAX && !GENERATED.test(path),
    );
    expect(long.map(({ path, lines }) => `${path}: ${lines.length - 1} lines`)).toEqual([]);
  });

  it(`has no function over ${FUNCTION_LINES_MAX} lines in the product`, () => {
    const long = code.filter(({ path }) => /^(src|client\/src|console\/src)\//.test(path)).flatMap(longFunctions);
    expect(long).toEqual([]);
  });

  it("has no drawers for anything", () => {
    expect(code.map(({ path }) => path).filter((path) => BANNED_NAMES.test(path))).toEqual([]);
  });

  it("uses the words of the field", () => {
    const found = all.flatMap(({ path, lines }) =>
      lines.flatMap((line, i) =>
        BANNED_WORDS.filter((word) => word.test(line)).map((word) => `${path}:${i + 1}: ${word.source}`),
      ),
    );
    expect(found).toEqual([]);
  });

  it("speaks of itself only, not of a machine or workplace", () => {
    const paths = new RegExp(["/wo", "rk/|/ro", "ot/"].join(""));
    const found = all.flatMap(({ path, lines }) =>
      lines.flatMap((line, i) => (paths.test(line) ? [`${path}:${i + 1}`] : [])),
    );
    expect(found).toEqual([]);
  });

  it("imports between modules only as the architecture allows", () => {
    expect(code.filter(({ path }) => path.startsWith("src/")).flatMap(forbiddenImports)).toEqual([]);
  });

  it("keeps the client free of the server, and the command line and the demo on the client", () => {
    const wrong = code
      .filter(({ path }) => /^(client|src\/cli|demo)\//.test(path))
      .flatMap((file) => importsOf(file).map((target) => ({ file, target })))
      .filter(
        ({ file, target }) =>
          !target.startsWith(
            file.path
              .split("/")
              .slice(0, file.path.startsWith("src/") ? 2 : 1)
              .join("/"),
          ),
      )
      .filter(({ target }) => !COMMAND_LINE_DOORS.includes(target) && !target.startsWith("client/"));
    expect(wrong.map(({ file, target }) => `${file.path} imports ${target}`)).toEqual([]);
  });

  it("keeps the console on the client", () => {
    const wrong = code
      .filter(({ path }) => path.startsWith("console/src/"))
      .flatMap((file) => importsOf(file).map((target) => ({ file, target })))
      .filter(({ target }) => !target.startsWith("console/src/"));
    expect(wrong.map(({ file, target }) => `${file.path} imports ${target}`)).toEqual([]);
  });

  it("writes no style into the console's page, which its content security policy would refuse", () => {
    const writers = /<style|dangerouslySetInnerHTML|\b(AppShell|SimpleGrid|Grid)\b|visibleFrom|hiddenFrom/;
    const found = code.filter(({ path, text }) => path.startsWith("console/src/") && writers.test(text));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it("writes SQL only where SQL lives", () => {
    const places = /-(store|reads)\.ts$|^src\/db\//;
    const wrong = code.filter(
      ({ path, text }) => path.startsWith("src/") && !places.test(path) && /\bstatement\(\s*"/.test(text),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it("gives every statement a name of its own", () => {
    const names = code
      .filter(({ path }) => path.startsWith("src/"))
      .flatMap(({ text }) => [...text.matchAll(/\bstatement\(\s*"([^"]+)"/g)].map((match) => match[1]));
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });
});

function importsOf(file: SourceFile): string[] {
  const targets = [...file.text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map((match) => match[1] ?? "");
  return targets.map((target) => relative("/", join("/", dirname(file.path), target)));
}

function forbiddenImports(file: SourceFile): string[] {
  const from = file.path.split("/")[1] ?? "";
  const allowed = MAY_IMPORT[from];
  if (allowed === undefined) return [`${file.path}: the module ${from} is not in test/tidy/imports.ts`];
  return importsOf(file)
    .filter((target) => target.startsWith("src/"))
    .map((target) => target.split("/")[1] ?? "")
    .filter((to) => to !== from && !allowed.includes(to))
    .map((to) => `${file.path}: ${from} may not import ${to}`);
}

/** Functions and methods by indentation, which the formatter makes reliable: from an opening line to its closing brace. */
function longFunctions(file: SourceFile): string[] {
  const found: string[] = [];
  const opening = /^(\s*)(export )?(default )?(async )?(function\*? \w+|static |#?\w+\(.*\).*\{$|(get|set) \w+\()/;
  for (const [i, line] of file.lines.entries()) {
    const match = opening.exec(line);
    if (!match || /^\s*(if|for|while|switch|return|await|it|describe)\b/.test(line)) continue;
    const end = file.lines.findIndex((other, j) => j > i && other === `${match[1]}}`);
    if (end - i > FUNCTION_LINES_MAX) found.push(`${file.path}:${i + 1}: ${end - i} lines`);
  }
  return found;
}
