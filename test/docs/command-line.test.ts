import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EXIT_MEANINGS } from "../../src/cli/exit-codes.ts";
import { createWholeProgram } from "../../src/cli/program.ts";
import { leaves, problemsOfExample } from "../cli/command-tree.ts";
import { ROOT } from "../tidy/source-tree.ts";

const page = readFileSync(join(ROOT, "docs", "command-line.md"), "utf8");
const readme = readFileSync(join(ROOT, "README.md"), "utf8");
const program = await createWholeProgram();

describe("docs/command-line.md", () => {
  it("lists every command with its arguments, as the program has them", () => {
    const expected = leaves(program).map(({ path, command }) => {
      const args = command.registeredArguments.map((argument) => {
        const name = argument.variadic ? `${argument.name()}...` : argument.name();
        return argument.required ? `<${name}>` : `[${name}]`;
      });
      return `| \`${[path, ...args].join(" ")}\` | ${command.description()} |`;
    });
    const [, section = ""] = page.split("## All commands");
    expect(section.split("\n").filter((line) => line.startsWith("| `"))).toEqual(expected);
  });

  it("has the program's exit codes", () => {
    const expected = Object.entries(EXIT_MEANINGS).map(([code, meaning]) => `| ${code} | ${meaning} |`);
    expect(page.split("\n").filter((line) => /^\| \d+ \|/.test(line))).toEqual(expected);
  });

  it.each([
    ["docs/command-line.md", page],
    ["README.md", readme],
  ])("and %s show calls that the parser takes", (_name, text) => {
    const blocks = [...text.matchAll(/```[a-z]*\n([\s\S]*?)```/g)].flatMap(([, block = ""]) => block.split("\n"));
    const calls = blocks.filter((line) => /(?<![\w/])shelfwire [a-z]/.test(line));
    expect(calls.length).toBeGreaterThan(2);
    expect(calls.flatMap((line) => problemsOfExample(program, line))).toEqual([]);
  });
});
