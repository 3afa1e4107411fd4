/** The times of a CronJob. Source: kubernetes/pkg/controller/cronjob/utils.go, github.com/robfig/cron/v3. */
import { Cron } from "croner";
import type { CronJob } from "../../../k8s/batch/v1.js";
import type { Stored } from "../shared/kind-objects.js";

/** Returns the time after a time, in ms; undefined if there is none. */
export type Schedule = (after: number) => number | undefined;

/** @throws Error if the schedule cannot be read */
export function parseSchedule({ spec }: Stored<CronJob>): Schedule {
  const words = spec.schedule.trim().split(/\s+/);
  const [, ownZone] = /^(?:CRON_)?TZ=(\S+)$/.exec(words[0] ?? "") ?? [];
  const [kind = "", duration = "", ...others] = ownZone === undefined ? words : words.slice(1);
  if (kind === "@every") {
    const ms = durationMs(duration);
    return (after) => Math.floor(after / 1000) * 1000 + ms;
  }
  const pattern = [kind, duration, ...others].join(" ").trim().replaceAll("?", "*");
  const cron = new Cron(pattern, { timezone: ownZone ?? spec.timeZone ?? "UTC", paused: true });
  return (after) => cron.nextRun(new Date(after))?.getTime();
}

const units: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000 };

/** A shorter duration than a second counts as a second. */
function durationMs(text: string): number {
  const parts = [...text.matchAll(/(\d{1,9}(?:\.\d{1,9})?)([hms])(?!s)/g)];
  const ms = parts.reduce((sum, [, amount = "0", unit = ""]) => sum + Number(amount) * (units[unit] ?? 0), 0);
  return Math.max(1000, Math.floor(ms / 1000) * 1000);
}

/** Returns the last time that is due; undefined if none is. */
export function dueTime({ metadata, spec, status }: Stored<CronJob>, next: Schedule, now: number): number | undefined {
  const { startingDeadlineSeconds } = spec;
  const since = Date.parse(status.lastScheduleTime ?? metadata.creationTimestamp);
  const earliest =
    startingDeadlineSeconds === undefined ? since : Math.max(since, now - startingDeadlineSeconds * 1000);
  const first = next(earliest);
  if (first === undefined || first > now) return undefined;
  const second = next(first);
  if (second === undefined || second > now) return first;
  // Skip most of the times that were missed.
  const interval = second - first;
  const skipped = Math.floor((now - first) / interval) - 1;
  let due = first;
  for (let time = next(first + skipped * interval); time !== undefined && time <= now; time = next(time)) due = time;
  return due;
}

/** Formats a time as Kubernetes annotates it: with the offset of the time zone. */
export function zonedText(ms: number, timeZone: string | undefined): string {
  if (timeZone === undefined || timeZone === "UTC") return `${new Date(ms).toISOString().slice(0, 19)}Z`;
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" }).formatToParts(ms);
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value.replace("GMT", "") ?? "";
  const [, sign = "+", hours = "00", minutes = "00"] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? [];
  const shift = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === "-" ? -1 : 1);
  return `${new Date(ms + shift).toISOString().slice(0, 19)}${shift === 0 ? "Z" : `${sign}${hours}:${minutes}`}`;
}
