/** The times of CronJobs. No contract case waits for a minute. */
import { expect, test } from "vitest";
import { dueTime, parseSchedule, zonedText } from "../../../src/apiserver/controllers/cron-job/schedule.js";
import type { Stored } from "../../../src/apiserver/controllers/shared/kind-objects.js";
import type { CronJob } from "../../../src/k8s/batch/v1.js";
import { processorTime } from "../../support/processor-time.js";

function cronJob(schedule: string, more: object = {}, lastScheduleTime?: string): Stored<CronJob> {
  return {
    ...{ apiVersion: "batch/v1", kind: "CronJob" },
    metadata: { name: "a", namespace: "default", uid: "a", creationTimestamp: "2026-03-01T12:00:30Z" },
    spec: { schedule, jobTemplate: {}, ...more },
    status: lastScheduleTime === undefined ? {} : { lastScheduleTime },
  };
}

const nextOf = (schedule: string, after: string, more: object = {}): string | undefined => {
  const next = parseSchedule(cronJob(schedule, more))(Date.parse(after));
  return next === undefined ? undefined : new Date(next).toISOString().slice(0, 16);
};

test.each([
  ["*/5 * * * *", {}, "2026-03-01T12:05"],
  ["0 0 * * *", {}, "2026-03-02T00:00"],
  ["@hourly", {}, "2026-03-01T13:00"],
  ["@every 90s", {}, "2026-03-01T12:02"],
  ["@every 1h30m", {}, "2026-03-01T13:30"],
  ["0 0 ? * ?", {}, "2026-03-02T00:00"],
  // Both days are restricted, so either counts.
  ["0 0 15 * 1", {}, "2026-03-02T00:00"],
  ["0 9 * * *", { timeZone: "America/New_York" }, "2026-03-01T14:00"],
  ["TZ=Asia/Tokyo 0 9 * * *", {}, "2026-03-02T00:00"],
  ["CRON_TZ=Asia/Tokyo 0 9 * * *", {}, "2026-03-02T00:00"],
  ["0 0 31 2 *", {}, undefined],
])("after noon, %s %j comes at %s", (schedule, more, time) => {
  expect(nextOf(schedule, "2026-03-01T12:00:30Z", more)).toBe(time);
});

test.each([
  ["none before the first time", cronJob("0 * * * *"), "2026-03-01T12:59:59Z", undefined],
  ["the first time", cronJob("0 * * * *"), "2026-03-01T13:00:00Z", "2026-03-01T13:00"],
  ["the last of the times that were missed", cronJob("0 * * * *"), "2026-03-05T13:10:00Z", "2026-03-05T13:00"],
  ["none after the last start", cronJob("0 * * * *", {}, "2026-03-01T13:00:00Z"), "2026-03-01T13:59:00Z", undefined],
  [
    "none of those before the deadline for the start",
    cronJob("0 * * * *", { startingDeadlineSeconds: 60 }),
    "2026-03-01T13:10:00Z",
    undefined,
  ],
])("due: %s", (_, object, now, time) => {
  const due = dueTime(object, parseSchedule(object), Date.parse(now));
  expect(due === undefined ? undefined : new Date(due).toISOString().slice(0, 16)).toBe(time);
});

test("a schedule with thousands of missed times is read in no time", () => {
  const object = cronJob("* * * * *");
  const now = Date.parse("2036-03-01T12:00:00Z");
  const time = processorTime(() => expect(dueTime(object, parseSchedule(object), now)).toBe(now));
  expect(time).toBeLessThan(2_000);
});

test("the annotation of a Job has the offset of the time zone", () => {
  const time = Date.parse("2026-07-01T12:00:00Z");
  expect(zonedText(time, undefined)).toBe("2026-07-01T12:00:00Z");
  expect(zonedText(time, "Europe/Berlin")).toBe("2026-07-01T14:00:00+02:00");
  expect(zonedText(time, "America/St_Johns")).toBe("2026-07-01T09:30:00-02:30");
});
