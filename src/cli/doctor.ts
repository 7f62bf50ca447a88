import type { Command } from "commander";
import type { Finding } from "../doctor/doctor.ts";
import { collect } from "./arguments.ts";
import { CommandFailed, UsageError } from "./command-errors.ts";
import { addExamples } from "./examples.ts";
import { counted } from "./figures.ts";
import { note, printJsonLine } from "./output.ts";
import { addServiceOptions, environmentOf, type ServiceFlags } from "./service-options.ts";
import { wantsJson } from "./settings.ts";
import { paint, type Style, widthOfStream } from "./terminal.ts";
import { printable, wrap } from "./text-width.ts";

/** `shelfwire doctor`: whether the service can run here. */
export function defineDoctor(command: Command): void {
  addServiceOptions(command)
    .option("--callback <url>", "look at the way to this callback URL too; repeatable", collect)
    .action(doctor);
  addExamples(
    command,
    [
      "shelfwire doctor",
      "shelfwire doctor --data-dir /srv/shelfwire --json",
      "shelfwire doctor --callback https://hooks.acme.example/shelf",
    ],
    `Checks what "shelfwire serve" would use, from the same environment: settings, data folder and its disk, database with
its clock and migrations, secret key, port and base URL, certificate, and the way out for callbacks (a connection is
opened, nothing is sent). It changes nothing and may run beside the service, as the same user.
The exit code is 0 where nothing failed; warnings do not count.`,
  );
}

async function doctor(flags: ServiceFlags & { callback?: string[] }, command: Command): Promise<void> {
  const wrong = flags.callback?.find((url) => !URL.canParse(url) || !/^https?:/i.test(url));
  if (wrong !== undefined) throw new UsageError(`--callback ${wrong}: expected an https address`);
  const { examine } = await import("../doctor/doctor.ts");
  const counts = { ok: 0, warn: 0, fail: 0 };
  const options = { environment: environmentOf(flags), callbackUrls: flags.callback ?? [], nowMs: Date.now() };
  for await (const finding of examine(options)) {
    counts[finding.status] += 1;
    if (wantsJson(command)) await printJsonLine(finding);
    else show(finding);
  }
  const summary = `${counts.ok} ok, ${counted(counts.warn, "warning")}, ${counts.fail} failed`;
  if (counts.fail > 0) throw new CommandFailed(summary);
  note(summary);
}

const STYLES: Readonly<Record<Finding["status"], Style>> = { ok: "green", warn: "yellow", fail: "red" };
const CHECK_WIDTH = 12;
const INDENT = " ".repeat(6);

function show({ check, status, finding, cure }: Finding): void {
  const out = process.stdout;
  const head = `${paint(STYLES[status], status.padEnd(4), out)}  ${check.padEnd(CHECK_WIDTH)}`;
  const room = widthOfStream(out) - INDENT.length;
  const [first = "", ...more] = lines(finding, room - CHECK_WIDTH - 1);
  out.write(`${head} ${first}\n`);
  for (const line of more) out.write(`${INDENT}${" ".repeat(CHECK_WIDTH + 1)}${line}\n`);
  if (cure === null) return;
  const [start = "", ...rest] = lines(`→ ${cure}`, room - CHECK_WIDTH - 1);
  const margin = `${INDENT}${" ".repeat(CHECK_WIDTH + 1)}`;
  out.write(`${margin}${start}\n`);
  for (const line of rest) out.write(`${margin}  ${line}\n`);
}

function lines(text: string, width: number): string[] {
  return Number.isFinite(width) ? wrap(printable(text), Math.max(16, width)) : [printable(text)];
}
