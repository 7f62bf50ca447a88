import { Tooltip } from "@mantine/core";
import { useEffect, useState } from "react";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const fullForm = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const sameYearForm = new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});
const clockForm = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const dateForm = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

interface TimeProps {
  /** ISO 8601, or epoch milliseconds; null: nothing yet. */
  at: string | number | null | undefined;
  /** clock: today's time, with the day where it is another; ago: "5 min ago", moving on by itself; date: the day only. */
  as?: "clock" | "ago" | "date";
}

/** A moment in local time; UTC, to the millisecond, on hover and focus. */
export function Time({ at, as = "clock" }: TimeProps) {
  const now = useNow(as === "ago");
  if (at === null || at === undefined) return <span>–</span>;
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <span>{String(at)}</span>;
  return (
    <Tooltip label={`${date.toISOString()} (UTC)`} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={date.toISOString()}>{textOf(date, as, now)}</time>
    </Tooltip>
  );
}

/** How long something took or will take, such as "820 ms", "4.2 s", "12 min", "3 h 5 min". */
export function durationText(ms: number): string {
  if (ms < SECOND) return `${Math.round(ms)} ms`;
  if (ms < 10 * SECOND) return `${(ms / SECOND).toFixed(1)} s`;
  if (ms < MINUTE) return `${Math.round(ms / SECOND)} s`;
  if (ms < HOUR) return `${Math.round(ms / MINUTE)} min`;
  if (ms < DAY) return inTwo(ms, HOUR, "h", MINUTE, "min");
  return inTwo(ms, DAY, "d", HOUR, "h");
}

/** "5 min ago" or "in 5 min". */
export function agoText(date: Date, now: number): string {
  const difference = now - date.getTime();
  if (Math.abs(difference) < 5 * SECOND) return "now";
  return difference > 0 ? `${coarseText(difference)} ago` : `in ${coarseText(-difference)}`;
}

/** One unit is enough to tell how long ago something was. */
function coarseText(ms: number): string {
  if (ms < 2 * HOUR) return durationText(ms < HOUR ? ms : Math.round(ms / MINUTE) * MINUTE);
  if (ms < 2 * DAY) return `${Math.round(ms / HOUR)} h`;
  return `${Math.round(ms / DAY)} d`;
}

function textOf(date: Date, as: "clock" | "ago" | "date", now: number): string {
  if (as === "ago") return agoText(date, now);
  if (as === "date") return dateForm.format(date);
  const today = new Date();
  if (date.toDateString() === today.toDateString()) return clockForm.format(date);
  return (date.getFullYear() === today.getFullYear() ? sameYearForm : fullForm).format(date);
}

function inTwo(ms: number, unit: number, name: string, part: number, partName: string): string {
  const parts = Math.round(ms / part);
  const whole = Math.floor((parts * part) / unit);
  const rest = parts - (whole * unit) / part;
  return rest === 0 ? `${whole} ${name}` : `${whole} ${name} ${rest} ${partName}`;
}

function useNow(isMoving: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => setNow(Date.now()), 5 * SECOND);
    return () => clearInterval(timer);
  }, [isMoving]);
  return now;
}
