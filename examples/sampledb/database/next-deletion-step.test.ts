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
import { boundVolume, database, ended, going, now, observed, server } from "../test/fixtures.js";
import { backupJob, snapshotJob } from "./jobs.js";
import { names } from "./names.js";
import { nextDeletionStep } from "./next-deletion-step.js";
import { wantedReplicas } from "./next-step.js";

const stepOf = (db: ReturnType<typeof database>, changes: Parameters<typeof observed>[1] = {}) =>
  nextDeletionStep(db, observed(db, changes), now);

describe("with deletionPolicy Snapshot", () => {
  const db = database({}, { isDeleted: true });
  const final = snapshotJob(db, names.finalSnapshot("db", "6b1f"));
  const stopped = server(db, 0);
  const saved = [ended(final, "Complete")];

  test("each stage follows from the existing objects", () => {
    const backup = backupJob(db, now, 7);
    expect(stepOf(db, { jobs: [backup] })).toMatchObject({ kind: "delete-job", phase: "EndingJobs" });
    expect(stepOf(db, { jobs: [going(backup)] })).toMatchObject({ kind: "wait", phase: "EndingJobs" });
    expect(wantedReplicas(db, observed(db))).toBe(0);
    expect(stepOf(db)).toMatchObject({ kind: "wait", phase: "Stopping" });
    expect(stepOf(db, { statefulSet: stopped })).toMatchObject({ kind: "create-job", phase: "TakingSnapshot" });
    expect(stepOf(db, { statefulSet: stopped, jobs: [final] })).toMatchObject({
      kind: "wait",
      phase: "TakingSnapshot",
    });
    const savedAs = final.metadata.name;
    expect(stepOf(db, { statefulSet: stopped, jobs: saved })).toMatchObject({ kind: "record", data: { savedAs } });
    const bound = boundVolume(db, { version: "1.0", isInitialised: true, savedAs });
    const safe = { statefulSet: undefined, volume: bound, jobs: saved };
    expect(stepOf(db, { ...safe, statefulSet: stopped })).toMatchObject({ kind: "delete-stateful-set" });
    expect(stepOf(db, safe)).toMatchObject({ kind: "delete-job", phase: "EndingJobs" });
    expect(stepOf(db, { ...safe, jobs: [] })).toMatchObject({ kind: "delete-volume" });
    expect(stepOf(db, { ...safe, jobs: [], volume: going(bound) })).toMatchObject({
      kind: "wait",
      phase: "DeletingVolume",
    });
    expect(stepOf(db, { ...safe, jobs: [], volume: undefined })).toMatchObject({ kind: "done" });
  });

  test("a failed snapshot blocks the deletion, and the message names the alternative", () => {
    const step = stepOf(db, { statefulSet: stopped, jobs: [ended(final, "Failed")] });
    expect(step).toMatchObject({ kind: "problem", reason: "SnapshotFailed", retryInMs: 30_000 });
    expect(step.message).toContain("set spec.deletionPolicy to Delete");
  });

  test("waits for a StatefulSet that a user deletes: its pod may still write", () => {
    expect(stepOf(db, { statefulSet: going(server(db, 1)) })).toMatchObject({ kind: "wait", phase: "Stopping" });
    expect(wantedReplicas(db, observed(db, { statefulSet: going(server(db, 1)) }))).toBeUndefined();
  });

  test("a claim that never got a volume needs no snapshot, and no credentials", () => {
    const unbound = {
      ...boundVolume(db, { version: "1.0", isInitialised: false }),
      status: { phase: "Pending" },
    } as const;
    const changes = { volume: unbound, statefulSet: stopped, hasCredentials: false };
    expect(stepOf(db, changes)).toMatchObject({ kind: "delete-stateful-set" });
  });

  test("the snapshot of an earlier SampleDB of the name does not count", () => {
    const earlier = ended(snapshotJob(db, names.finalSnapshot("db", "other")), "Complete");
    expect(stepOf(db, { statefulSet: stopped, jobs: [earlier] })).toMatchObject({ kind: "delete-job" });
  });
});

test("with deletionPolicy Delete no snapshot is taken, and one that fails is given up", () => {
  const db = database({ deletionPolicy: "Delete" }, { isDeleted: true });
  const final = ended(snapshotJob(db, names.finalSnapshot("db", "6b1f")), "Failed");
  expect(wantedReplicas(db, observed(db))).toBeUndefined();
  expect(stepOf(db, { jobs: [final] })).toMatchObject({ kind: "delete-job" });
  expect(stepOf(db)).toMatchObject({ kind: "delete-stateful-set" });
  expect(stepOf(db, { statefulSet: undefined })).toMatchObject({ kind: "delete-volume" });
  expect(stepOf(db, { statefulSet: undefined, volume: undefined })).toMatchObject({ kind: "done" });
});

test("with deletionPolicy Retain the volume is not touched", () => {
  const db = database({ deletionPolicy: "Retain" }, { isDeleted: true });
  expect(stepOf(db)).toMatchObject({ kind: "delete-stateful-set" });
  expect(stepOf(db, { statefulSet: undefined })).toMatchObject({
    kind: "done",
    message: expect.stringContaining("db-data") as string,
  });
});
