import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { widthOf } from "../../src/cli/text-width.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { holdStores } from "../support/held-stores.ts";
import { runCommand } from "./run-command.ts";
import { CTRL_C, HAS_TERMINAL, runInTerminal, SEQUENCES, type TerminalOptions } from "./run-in-terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "shelfwire-terminal-"));
const HEADER = "store_number,store_name,store_type_name,region_name,street,city\n";
const row = (number: number | string, type = "Kiosk") =>
  `${number},Store 東京 ${number},${type},East,1 High Street,Lyon\n`;
/** The rows are read, or being written already. */
const IS_READ = /(reading|applying) +█{8,24} {2}100% {2}3 rows {2}/;
let app: TestApp;
let access: Record<string, string>;

beforeAll(async () => {
  app = await startTestApp();
  const { token } = await app.createProject("bars", { lookup_policy: "open" });
  access = { SHELFWIRE_URL: app.url, SHELFWIRE_PROJECT: "bars", SHELFWIRE_TOKEN: token };
  writeFileSync(join(folder, "stores.csv"), HEADER + row(1) + row(2) + row(3));
  // A first upload is written while it is read; later ones are read, and then applied.
  const first = await runCommand(["upload", join(folder, "stores.csv"), "--watch"], { environment: access });
  expect(first.code).toBe(0);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

function terminal(args: string[], options: TerminalOptions = {}) {
  return runInTerminal(args, { ...options, environment: { ...access, ...options.environment } });
}

describe.runIf(HAS_TERMINAL)("in a terminal", () => {
  it("an upload is a bar while it is sent and while its rows are read, which is gone at the end", async () => {
    const release = await holdStores(app);
    let isReleased = false;
    const end = await terminal(["upload", join(folder, "stores.csv"), "--watch"], {
      type: (output) => {
        if (isReleased || !IS_READ.test(output)) return undefined;
        isReleased = true;
        release();
        return undefined;
      },
    });
    expect(end.code).toBe(0);
    expect(end.output).toMatch(/sending {4}[█░]{8,24} +\d+% {2}\d+ B of \d+ B {2}/);
    expect(end.output).toMatch(IS_READ);
    expect(end.screen.join("\n")).not.toMatch(/█|░/);
    expect(end.screen[0]).toMatch(/^sent stores\.csv, \d+ B in /);
    expect(end.screen).toContain("rejected      0");
  });

  it("Ctrl-C leaves a job that is watched, and says how to come back; it is then watched to its end", async () => {
    const release = await holdStores(app);
    let isTyped = false;
    const args = ["upload", join(folder, "stores.csv"), "--watch", "--project", "bars"];
    const end = await terminal(args, {
      type: (output) => {
        if (isTyped || !IS_READ.test(output)) return undefined;
        isTyped = true;
        return CTRL_C;
      },
    });
    expect(end.code).toBe(130);
    const [, back = ""] =
      /Come back with: shelfwire (job watch [0-9a-f-]{36} --project bars)/.exec(end.screen.join("\n")) ?? [];
    expect(back).not.toBe("");
    await release();
    const watched = await runCommand([...back.split(" "), "--json"], { environment: access });
    expect(watched.json()).toMatchObject({ status: "done", number_of_effected_items: 3 });
  });

  it("Ctrl-C while the file is sent gives the upload up", async () => {
    // Takes the connection and reads nothing: the sending comes to a halt.
    const sockets = new Set<Socket>();
    const server = createServer({ pauseOnConnect: true }, (socket) => sockets.add(socket.on("error", () => {})));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    writeFileSync(join(folder, "large.csv"), Buffer.alloc(30_000_000, "x"));
    let isTyped = false;
    const end = await terminal(["upload", join(folder, "large.csv")], {
      environment: { SHELFWIRE_URL: `http://127.0.0.1:${port}` },
      type: (output) => {
        if (isTyped || !output.includes("sending")) return undefined;
        isTyped = true;
        return CTRL_C;
      },
    });
    expect(end.code).toBe(130);
    expect(end.screen.join("\n")).toContain("upload given up; the service keeps nothing of it");
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  it("has colours, which NO_COLOR and --no-color take away, and with TERM=dumb no line is written over", async () => {
    const args = ["job", "list"];
    expect((await terminal(args)).output).toMatch(SEQUENCES);
    expect((await terminal(args, { environment: { NO_COLOR: "1" } })).output).not.toMatch(SEQUENCES);
    expect((await terminal([...args, "--no-color"])).output).not.toMatch(SEQUENCES);
    const upload = ["upload", join(folder, "stores.csv"), "--watch"];
    expect((await terminal(upload, { environment: { TERM: "dumb" } })).output).not.toMatch(SEQUENCES);
  });

  it.each([
    [80, [["job", "list"]]],
    [
      40,
      [
        ["upload", join(folder, "long.csv"), "--watch"],
        ["store", "list"],
      ],
    ],
  ])("fits into %i columns", async (columns, commands) => {
    writeFileSync(join(folder, "long.csv"), `${HEADER}${row("9".repeat(40), "Tent ".repeat(15))}${row("", "Kiosk")}`);
    const ends = await Promise.all(commands.map((args) => terminal(args, { columns })));
    // Sentences to people are left to the terminal, which breaks them; data is made to fit.
    const data = ends
      .flatMap(({ screen }) => screen)
      .filter((line) => !/^(warning|shelfwire|Keep all|page)/.test(line));
    expect(data.filter((line) => widthOf(line) > columns)).toEqual([]);
    expect(data.length).toBeGreaterThan(2);
  });

  it("login asks for what is missing, and shows no token", async () => {
    const config = join(folder, "config");
    const answers = [
      ["Address of the service", `${app.url}\r`],
      ["Project", "bars\r"],
      ["Token of bars (not shown): ", `wrong\u0015${access.SHELFWIRE_TOKEN}\r`],
    ];
    const end = await runInTerminal(["login"], {
      environment: { XDG_CONFIG_HOME: config },
      type: (output) => (output.includes(answers[0]?.[0] ?? "\0") ? answers.shift()?.[1] : undefined),
    });
    expect(end.code).toBe(0);
    expect(end.output).not.toContain(access.SHELFWIRE_TOKEN);
    const kept = JSON.parse(readFileSync(join(config, "shelfwire", "profiles.json"), "utf8"));
    expect(kept.profiles.bars).toEqual({ url: app.url, project: "bars", token: access.SHELFWIRE_TOKEN });
  });

  it("login ends with Ctrl-C, and keeps nothing", async () => {
    const config = join(folder, "nothing");
    let isTyped = false;
    const end = await runInTerminal(["login", "--url", app.url, "--project", "bars"], {
      environment: { XDG_CONFIG_HOME: config },
      type: (output) => {
        if (isTyped || !output.includes("(not shown): ")) return undefined;
        isTyped = true;
        return CTRL_C;
      },
    });
    expect(end.code).toBe(130);
    expect(() => readFileSync(join(config, "shelfwire", "profiles.json"))).toThrow();
  });
});
