/*
Copyright 2026

Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
*/

import { describe, expect, test } from "vitest";
import { database, ended, now } from "../test/fixtures.js";
import type { BackupPlan, BackupStatus } from "../api/v1/sampledb_types.js";
import { endedBackups, nextBackup, oldBackupJobs } from "./backups.js";
import { backupJob } from "./jobs.js";

const at = (time: string) => new Date(`2026-01-02T${time}Z`);

const withPlan = (plan: Partial<BackupPlan> = {}, backup?: BackupStatus) =>
  database({ backup: { schedule: "0 * * * *", ...plan } }, backup === undefined ? {} : { status: { backup } });

const since = (lastScheduleTime: string): BackupStatus => ({ schedule: "0 * * * *", lastScheduleTime });

describe("a schedule", () => {
  test("that is new counts from now: nothing is made up for", () => {
    expect(nextBackup(withPlan(), [], now)).toEqual({
      kind: "wait",
      status: { schedule: "0 * * * *", lastScheduleTime: "2026-01-02T03:04:05Z", nextTime: "2026-01-02T04:00:00Z" },
      untilNextMs: at("04:00:00").getTime() - now.getTime(),
    });
  });

  test("that has changed counts from now, too", () => {
    const changed = withPlan({ schedule: "30 * * * *" }, since("2026-01-01T00:00:00Z"));
    expect(nextBackup(changed, [], now)).toMatchObject({ kind: "wait", status: { nextTime: "2026-01-02T03:30:00Z" } });
  });

  test("starts a Job at its time, whose name has the time in it", () => {
    const due = nextBackup(withPlan({}, since("2026-01-02T03:04:05Z")), [], at("04:00:00"));
    expect(due).toMatchObject({
      kind: "start",
      job: { metadata: { name: `db-backup-${at("04:00:00").getTime() / 60_000}` } },
      status: { lastScheduleTime: "2026-01-02T04:00:00Z", nextTime: "2026-01-02T05:00:00Z" },
    });
  });

  test("makes up for one of many that were missed", () => {
    const due = nextBackup(withPlan({}, since("2020-01-01T00:00:00Z")), [], now);
    expect(due).toMatchObject({ kind: "start", status: { lastScheduleTime: "2026-01-02T03:00:00Z" } });
  });

  test("starts none twice: an operator that was killed after it made the Job finds it", () => {
    const db = withPlan({}, since("2026-01-02T02:00:00Z"));
    const job = backupJob(db, at("03:00:00"), 7);
    expect(nextBackup(db, [job], now).kind).toBe("wait");
    const after = nextBackup(db, [ended(job, "Complete")], now);
    expect(after).toMatchObject({ kind: "wait", status: { lastScheduleTime: "2026-01-02T03:00:00Z" } });
  });

  test("waits for one that still runs, and then makes up for what was due", () => {
    const db = withPlan({}, since("2026-01-02T02:00:00Z"));
    const long = backupJob(db, at("02:00:00"), 7);
    expect(nextBackup(db, [long], now)).toMatchObject({
      kind: "wait",
      status: { lastScheduleTime: "2026-01-02T02:00:00Z" },
    });
    expect(nextBackup(db, [ended(long, "Complete")], now)).toMatchObject({ kind: "start" });
  });

  test.each(["61 * * * *", "* * 32 * *", "a b c d e"])("of %s is reported", (schedule) => {
    expect(nextBackup(withPlan({ schedule }), [], now)).toMatchObject({ kind: "invalid-schedule" });
  });

  test("that is suspended, or not there, starts nothing", () => {
    expect(nextBackup(withPlan({ suspend: true }, since("2020-01-01T00:00:00Z")), [], now)).toEqual({ kind: "none" });
    expect(nextBackup(database(), [], now)).toEqual({ kind: "none" });
  });

  test("that never comes is waited for without end", () => {
    expect(nextBackup(withPlan({ schedule: "0 0 30 2 *" }), [], now)).toMatchObject({
      untilNextMs: Number.POSITIVE_INFINITY,
    });
  });
});

test("the newest backup is told of, and Jobs beyond those that are kept are old", () => {
  const db = withPlan({ keep: 1 });
  const first = ended(backupJob(db, at("01:00:00"), 1), "Complete", at("01:01:00"));
  const second = ended(backupJob(db, at("02:00:00"), 1), "Failed", at("02:01:00"));
  expect(endedBackups([first, second])).toMatchObject([
    { kind: "failed" },
    { kind: "complete", at: "2026-01-02T01:01:00.000Z" },
  ]);
  expect(oldBackupJobs(db, [first, second])).toEqual([first]);
});
