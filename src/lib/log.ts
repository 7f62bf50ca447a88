import { styleText } from "node:util";
import { type Logger as PinoLogger, pino } from "pino";
import { KIB } from "./units.ts";

/**
 * Levels: ERROR wakes somebody (work cannot go on), WARN is worth a look in the morning (a retry, a refused setting),
 * INFO is one line per attempt, job and change of state, DEBUG is for the people who change the code.
 */
export type Logger = PinoLogger;

/** JSON lines on standard output, or one short readable line each when a person watches. */
export function createLogger(options: { level: string; readable: boolean }): Logger {
  const destination = { write: options.readable ? writeReadable : gatheredWrites() };
  return pino({ level: options.level, base: undefined, redact: REDACTED }, destination);
}

const GATHER_MS = 50;
const GATHER_CHARS_MAX = 64 * KIB;

/**
 * One write for many lines: a write for each attempt took a tenth of the time of a busy process. What is gathered goes
 * out within 50 ms, and when the process ends by itself.
 */
function gatheredWrites(): (line: string) => void {
  let gathered = "";
  let timer: NodeJS.Timeout | undefined;
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const lines = gathered;
    gathered = "";
    if (lines !== "") process.stdout.write(lines);
  }
  process.once("exit", flush);
  return (line) => {
    gathered += line;
    if (gathered.length > GATHER_CHARS_MAX) flush();
    else timer ??= setTimeout(flush, GATHER_MS).unref();
  };
}

/** A logger that says nothing, for tools and tests. */
export function silentLogger(): Logger {
  return pino({ level: "silent" });
}

/** Nobody should log these; if somebody does, they do not get out. */
const REDACTED = ["token", "secret", "authorization", "headers"];

const LEVELS: Record<number, { word: string; colour: "gray" | "green" | "yellow" | "red" }> = {
  10: { word: "trace", colour: "gray" },
  20: { word: "debug", colour: "gray" },
  30: { word: "info", colour: "green" },
  40: { word: "warn", colour: "yellow" },
  50: { word: "error", colour: "red" },
  60: { word: "fatal", colour: "red" },
};

function writeReadable(line: string): void {
  const { level, time, msg, err, ...facts } = JSON.parse(line);
  const { word, colour } = LEVELS[level] ?? { word: String(level), colour: "gray" };
  const rest = Object.entries(facts)
    .map(([name, value]) => `${name}=${typeof value === "object" ? JSON.stringify(value) : value}`)
    .join(" ");
  const clockTime = new Date(time).toTimeString().slice(0, 8);
  const cause = err ? ` ${err.message}` : "";
  process.stdout.write(
    `${styleText("gray", clockTime)} ${styleText(colour, word.padEnd(5))} ${msg}${cause}${rest ? styleText("gray", ` ${rest}`) : ""}\n`,
  );
}
