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
import { initJob, snapshotJob, upgradeJob } from "./jobs.js";
import { names } from "./names.js";
import { nextStep, wantedReplicas } from "./next-step.js";
import { snapshot } from "./snapshots.js";

const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000);

describe("a new database", () => {
  const db = database();
  const empty = boundVolume(db, { version: "1.0", isInitialised: false });
  const step = (changes: Parameters<typeof observed>[1]) =>
    nextStep(db, observed(db, { volume: empty, ...changes }), now);

  test("waits for its pod, is initialised by a Job, and remembers it", () => {
    expect(step({ statefulSet: undefined })).toMatchObject({ kind: "wait", phase: "Starting" });
    expect(step({ statefulSet: server(db, 1, 0) })).toMatchObject({ kind: "wait", phase: "Starting" });
    expect(step({})).toMatchObject({ kind: "create-job", job: { metadata: { name: "db-init" } } });
    expect(step({ jobs: [initJob(db)] })).toMatchObject({ kind: "wait", phase: "Initializing" });
    const data = { version: "1.0", isInitialised: true };
    expect(step({ jobs: [ended(initJob(db), "Complete")] })).toMatchObject({ kind: "record", data });
  });

  test("tries a Job that has failed again after a while", () => {
    const failed = (seconds: number) => step({ jobs: [ended(initJob(db), "Failed", secondsAgo(seconds))] });
    expect(failed(10)).toMatchObject({ kind: "problem", reason: "InitFailed", retryInMs: 20_000 });
    expect(failed(30)).toMatchObject({ kind: "delete-job", job: { metadata: { name: "db-init" } } });
    expect(step({ jobs: [going(ended(initJob(db), "Failed"))] })).toMatchObject({
      kind: "wait",
      phase: "Initializing",
    });
  });

  test("replaces a Job whose spec has changed, except a complete Job", () => {
    const other = initJob(database({ image: "typo" }));
    expect(step({ jobs: [other] })).toMatchObject({ kind: "delete-job" });
    expect(step({ jobs: [ended(other, "Complete")] })).toMatchObject({ kind: "record" });
  });

  test("does not take the Job of an earlier SampleDB of its name for its own", () => {
    const earlier = database();
    earlier.metadata.uid = "other";
    expect(step({ jobs: [ended(initJob(earlier), "Complete")] })).toMatchObject({
      kind: "wait",
      phase: "Initializing",
    });
  });

  test("takes its data from a backup, where one is named", () => {
    const [container] = initJob(database({ restoreFrom: "db-final-1" })).spec?.template.spec?.containers ?? [];
    expect(container).toMatchObject({
      args: ["init", "db-final-1"],
      volumeMounts: [{ name: "backups", readOnly: true }],
    });
  });
});

describe("a database that runs", () => {
  test("has nothing to do", () => {
    const db = database();
    expect(nextStep(db, observed(db), now)).toMatchObject({ kind: "done", phase: "Running" });
    expect(wantedReplicas(db, observed(db))).toBe(1);
  });

  test.each([
    ["its Secret is gone", { hasCredentials: false }, {}, "CredentialsMissing"],
    [
      "its volume is being deleted",
      { volume: going(boundVolume(database(), { version: "1.0", isInitialised: true })) },
      {},
      "VolumeGoing",
    ],
    ["its volume is gone", { volume: undefined }, { version: "1.0" }, "VolumeLost"],
  ] as const)("reports when %s, and creates no replacement", (_, changes, status, reason) => {
    const db = database({}, { status });
    expect(nextStep(db, observed(db, changes), now)).toMatchObject({ kind: "problem", reason });
  });

  test("deletes the remaining objects of an abandoned upgrade", () => {
    const db = database();
    const upgrade = upgradeJob(database({ version: "1.1" }), "1.0");
    const step = nextStep(db, observed(db, { jobs: [ended(upgrade, "Failed")] }), now);
    expect(step).toMatchObject({ kind: "delete-job", job: { metadata: { name: "db-upgrade-1-1" } } });
  });
});

describe("an upgrade", () => {
  const db = database({ version: "1.1", image: "sampledb:1.1" });
  const before = snapshotJob(db, names.snapshotBefore("db", "1.1", 3));
  const job = upgradeJob(db, "1.0");
  const step = (changes: Parameters<typeof observed>[1]) => {
    const statefulSet = server(db, 0);
    return nextStep(db, observed(db, { statefulSet, ...changes }), now);
  };

  test("stops the database, takes a snapshot, runs a Job, and remembers the version", () => {
    expect(wantedReplicas(db, observed(db))).toBe(0);
    expect(step({ statefulSet: server(db, 0, 1) })).toMatchObject({ kind: "wait", phase: "Stopping" });
    expect(step({})).toMatchObject({ kind: "create-job", job: { metadata: { name: "db-before-1-1-g3" } } });
    expect(step({ jobs: [before] })).toMatchObject({ kind: "wait", phase: "TakingSnapshot" });
    expect(step({ jobs: [ended(before, "Complete")] })).toMatchObject({ kind: "create-job", phase: "Upgrading" });
    expect(step({ jobs: [ended(before, "Complete"), job] })).toMatchObject({ kind: "wait", phase: "Upgrading" });
    const data = { version: "1.1", isInitialised: true };
    expect(step({ jobs: [ended(job, "Complete")] })).toMatchObject({ kind: "record", data });
  });

  test("has begun once its Job is there: files that are half upgraded are not taken for a snapshot", () => {
    expect(step({ jobs: [job] })).toMatchObject({ kind: "wait", phase: "Upgrading" });
    expect(step({ jobs: [ended(job, "Failed")] })).toMatchObject({ kind: "problem", reason: "UpgradeFailed" });
  });

  test("goes without a snapshot where there is no place for one", () => {
    const poor = database({ version: "1.1", backupClaimName: undefined, deletionPolicy: "Delete" });
    const stopped = observed(poor, { statefulSet: server(poor, 0) });
    expect(nextStep(poor, stopped, now)).toMatchObject({ kind: "create-job", phase: "Upgrading" });
  });

  test.each(["0.9", "1.2", "2.1"])("to %s is refused, and the database is left as it is", (version) => {
    const wrong = database({ version });
    expect(nextStep(wrong, observed(wrong), now)).toMatchObject({ kind: "problem", reason: "VersionRefused" });
  });
});

describe("a VolumeSnapshot", () => {
  const db = database({ version: "1.1", volumeSnapshotClassName: "fast" });
  const made = snapshot(db, names.snapshotBefore("db", "1.1", 3));
  if (made?.kind !== "volume-snapshot") throw new Error("no class was asked for");
  const step = (snapshots: Parameters<typeof observed>[1]) =>
    nextStep(db, observed(db, { statefulSet: server(db, 0), ...snapshots }), now);

  test("is taken where a class is named, and waited for", () => {
    expect(step({})).toMatchObject({
      kind: "create-snapshot",
      snapshot: { spec: { volumeSnapshotClassName: "fast", source: { persistentVolumeClaimName: "db-data" } } },
    });
    expect(step({ snapshots: [made.object] })).toMatchObject({ kind: "wait", phase: "TakingSnapshot" });
    const ready = { ...made.object, status: { readyToUse: true } };
    expect(step({ snapshots: [ready] })).toMatchObject({ kind: "create-job", phase: "Upgrading" });
  });

  test("that fails is reported", () => {
    const failed = { ...made.object, status: { error: { message: "out of space" } } };
    expect(step({ snapshots: [failed] })).toMatchObject({ kind: "problem", reason: "SnapshotFailed" });
  });

  test("is a problem in a cluster without them", () => {
    expect(step({ snapshots: undefined })).toMatchObject({ kind: "problem", reason: "SnapshotsNotServed" });
  });
});
