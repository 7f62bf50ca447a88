import type { SignatureVerdict } from "./callback-signature.ts";
import { duration } from "./figures.ts";
import { printJsonLine } from "./output.ts";
import { paint, type Style, widthOfStream } from "./terminal.ts";
import { printable, wrap } from "./text-width.ts";

/** One callback that has come and been answered. Names are those of `--json`. */
export interface ReceivedCallback {
  /** Counted from 1 since the start. */
  number: number;
  time: string;
  method: string;
  path: string;
  headers: { name: string; value: string }[];
  body: string;
  signature: SignatureVerdict;
  /** How often this `webhook-id` has come, this time included. */
  times_seen: number;
  answer: { status: number; by: string; body?: string; problem?: string };
  took_ms: number;
}

const INDENT = "    ";
/** Headers that say nothing about the callback. */
const PLUMBING = /^(host|connection|content-length|transfer-encoding|keep-alive)$/i;
/** Shows it to people, or writes it as one JSON line. */
export async function showCallback(callback: ReceivedCallback, json: boolean): Promise<void> {
  if (json) {
    const { headers, body, answer, signature, ...rest } = callback;
    const byName = Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
    const { body: _, ...told } = answer;
    return printJsonLine({
      ...rest,
      signature: signature.verdict,
      headers: byName,
      body: parsed(body) ?? body,
      answer: told,
    });
  }
  const out = process.stdout;
  for (const line of callbackLines(callback, widthOfStream(out), (style, text) => paint(style, text, out))) {
    out.write(`${line}\n`);
  }
}

export function callbackLines(
  { number, time, method, path, headers, body, signature, times_seen, answer, took_ms }: ReceivedCallback,
  width: number,
  dress: (style: Style, text: string) => string,
): string[] {
  const isGood = answer.status >= 200 && answer.status < 300;
  const again = times_seen > 1 ? `  ${dress("yellow", `seen before, this is time ${times_seen}`)}` : "";
  const head = `${dress("bold", `#${number}`)}  ${time.slice(11, 23)}  ${method} ${printable(path)}`;
  const outcome = dress(isGood ? "green" : "red", String(answer.status));
  const why = answer.problem === undefined ? "" : `: ${answer.problem}`;
  const bodyLines = body === "" ? ["(no body)"] : JSON.stringify(parsed(body) ?? body, null, 2).split("\n");
  const shownHeaders = headers.filter(({ name }) => !PLUMBING.test(name));
  return [
    `${head}${again}`,
    ...shownHeaders.flatMap(({ name, value }) =>
      indented(`${name.toLowerCase()}: ${printable(value)}`, width).map((line) => dress("dim", line)),
    ),
    ...bodyLines.flatMap((line) => indented(printable(line), width)),
    ...indented(`signature: ${signature.explanation}`, width).map((line) => dress(styleOf(signature.verdict), line)),
    `${INDENT}answered: ${outcome} after ${duration(took_ms)} (${printable(answer.by)}${printable(why)})`,
    "",
  ];
}

function styleOf(verdict: SignatureVerdict["verdict"]): Style {
  if (verdict === "good") return "green";
  return verdict === "not_checked" || verdict === "headers_missing" ? "yellow" : "red";
}

function indented(text: string, width: number): string[] {
  const room = Math.max(20, width - INDENT.length);
  const leading = /^ */.exec(text)?.[0] ?? "";
  const lines = Number.isFinite(room) ? wrap(text.trimStart(), room - leading.length) : [text.trimStart()];
  return lines.map((line) => `${INDENT}${leading}${line}`);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
