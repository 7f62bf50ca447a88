import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isThere } from "../support/programs.ts";
import { runCommand } from "./run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "shelfwire-completion-"));
const scripts = {
  bash: join(folder, "completion.bash"),
  zsh: join(folder, "completion.zsh"),
  fish: join(folder, "completion.fish"),
};

beforeAll(async () => {
  writeFileSync(join(folder, "stores.csv"), "");
  for (const [name, path] of Object.entries(scripts)) {
    const { code, stdout } = await runCommand(["completion", name]);
    expect(code).toBe(0);
    writeFileSync(path, stdout);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What a person types before the Tab key, and what has to be offered. */
const CASES: [line: string, offered: string[], withheld: string[]][] = [
  ["shelfwire st", ["store"], ["subscription", "upload"]],
  ["shelfwire job ", ["list", "get", "watch", "rejections", "cancel"], ["upload"]],
  ["shelfwire upload --w", ["--watch"], ["--errors"]],
  ["shelfwire upload --entity ", ["store", "user", "route"], ["stores.csv"]],
  ["shelfwire --project job job wa", ["watch"], ["whoami"]],
  ["shelfwire lookup get re", ["region_name", "retailer_name"], ["state_code"]],
  ["shelfwire upload sto", ["stores.csv"], ["store"]],
  ["shelfwire validate x.csv --errors sto", ["stores.csv"], []],
  ["shelfwire completion ", ["bash", "zsh", "fish"], []],
];

describe("completion in bash", () => {
  it.each(CASES)("offers after %j what can follow", async (line, offered, withheld) => {
    const found = await shell("bash", [probe("bash"), scripts.bash, ...line.split(" ")]);
    expect(found).toEqual(expect.arrayContaining(offered));
    for (const word of withheld) expect(found).not.toContain(word);
  });

  it("is there for the command by itself", async () => {
    expect(await shell("bash", ["--norc", "-c", `source ${scripts.bash}; complete -p shelfwire`])).toEqual([
      "complete -F _shelfwire shelfwire",
    ]);
  });
});

describe.runIf(isThere("fish"))("completion in fish", () => {
  it.each(CASES)("offers after %j what can follow", async (line, offered, withheld) => {
    const found = (await shell("fish", ["--no-config", "-c", `source ${scripts.fish}; complete -C '${line}'`])).map(
      (one) => one.split("\t")[0],
    );
    expect(found).toEqual(expect.arrayContaining(offered));
    for (const word of withheld) expect(found).not.toContain(word);
  });
});

describe.runIf(isThere("zsh"))("completion in zsh", () => {
  it.each(CASES)("offers after %j what can follow", async (line, offered, withheld) => {
    const found = await shell("zsh", ["-f", probe("zsh"), scripts.zsh, ...line.split(" ")]);
    expect(found).toEqual(expect.arrayContaining(offered));
    for (const word of withheld) expect(found).not.toContain(word);
  });
});

function probe(shellName: "bash" | "zsh"): string {
  return join(import.meta.dirname, `completion-probe.${shellName}`);
}

/** The lines that a shell prints, which has read none of the person's own settings. */
function shell(name: "bash" | "zsh" | "fish", args: string[]): Promise<string[]> {
  const child = spawn(name, args, { cwd: folder });
  let output = "";
  let complaint = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    complaint += text;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => {
      if (complaint !== "") reject(new Error(complaint));
      else resolve(output.split("\n").filter((line) => line !== ""));
    });
  });
}
