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

/**
 * The failure story: a database is created, upgraded and deleted, and the operator is killed before or after any of its
 * writes. The next operator must reach the same result by the same steps.
 */

import { type Client, type KubeObject, mergePatch } from "tsop";
import { StatefulSet } from "tsop/k8s/apps/v1";
import { Job } from "tsop/k8s/batch/v1";
import { PersistentVolumeClaim, type Secret } from "tsop/k8s/core/v1";
import { createMemoryClient, interceptClient, recordingEventRecorder, testContext } from "tsop/testing";
import { expect, test } from "vitest";
import { SampleDB } from "../api/v1/sampledb_types.js";
import { endOf, purposeOf } from "../database/jobs.js";
import { database, ended } from "../test/fixtures.js";
import { SampleDBReconciler } from "./sampledb_controller.js";

const key = { namespace: "default", name: "db" };
const secret: Secret = { apiVersion: "v1", kind: "Secret", metadata: { namespace: "default", name: "credentials" } };

/** The number of the last write of the operator, from 1, and whether the API server executes it. */
interface Kill {
  readonly at: number;
  readonly isCarriedOut: boolean;
}

test(
  "the operator can be killed before and after every write, and everything goes on as it would have",
  { timeout: 600_000 },
  async () => {
    const undisturbed = await tell();
    expect(undisturbed.story).toEqual([
      "database started",
      "init complete",
      "database stopped",
      "snapshot complete",
      "upgrade complete",
      "database started",
      "database stopped",
      "snapshot complete",
      "StatefulSet deleted",
      "PersistentVolumeClaim deleted",
    ]);
    expect(undisturbed.writes).toBeGreaterThan(30);
    for (let at = 1; at <= undisturbed.writes; at += 1) {
      for (const isCarriedOut of [false, true]) {
        const { story } = await tell({ at, isCarriedOut });
        expect(story, `killed ${isCarriedOut ? "after" : "before"} write ${at}`).toEqual(undisturbed.story);
      }
    }
  },
);

async function tell(kill?: Kill): Promise<{ readonly story: readonly string[]; readonly writes: number }> {
  const client = createMemoryClient({ objects: [secret] });
  const story: string[] = [];
  const cluster = playedIn(client, story);
  let writes = 0;
  let isAlive = true;
  const mortal = beforeEachWrite(client, async (write) => {
    writes += 1;
    if (!isAlive) throw new Error("killed");
    isAlive = writes !== kill?.at;
    if (isAlive || kill?.isCarriedOut === true) await write();
    if (!isAlive) throw new Error("killed");
  });
  const operate = async (): Promise<void> => {
    const using = isAlive ? mortal : client; // the next operator
    const reconciler = new SampleDBReconciler({ client: using, events: recordingEventRecorder() });
    await reconciler.reconcile(key, testContext()).catch((error: unknown) => {
      if (!(error instanceof Error && error.message === "killed")) throw error;
    });
  };
  const until = async (isSo: (found: SampleDB | undefined) => boolean): Promise<void> => {
    for (let run = 0; run < 100; run += 1) {
      await operate();
      await cluster.act();
      if (isSo(await client.get(SampleDB, key))) return;
    }
    throw new Error(`it never comes to an end: ${story.join(", ")}`);
  };
  const isRunning = (version: string) => (found: SampleDB | undefined) =>
    found?.status?.phase === "Running" && found.status.version === version;

  await client.create<SampleDB>({ ...database(), metadata: key });
  await until(isRunning("1.0"));
  await client.patch(SampleDB, key, mergePatch({ spec: { version: "1.1" } }));
  await until(isRunning("1.1"));
  await client.delete(SampleDB, key);
  await until((found) => found === undefined);
  const left = await Promise.all([client.list(StatefulSet), client.list(Job), client.list(PersistentVolumeClaim)]);
  expect(left.flatMap(({ items }) => items as KubeObject[])).toEqual([]);
  return { story, writes };
}

/** Acts as the controllers of a cluster, one turn at a time: pods are ready at once, and a Job ends at the second turn. */
function playedIn(client: Client, story: string[]): { act(): Promise<void> } {
  const seen = new Set<string>();
  const there = new Set<string>();
  const watch = (kind: string, isThere: boolean): void => {
    if (isThere) there.add(kind);
    else if (there.delete(kind)) story.push(`${kind} deleted`);
  };
  return {
    async act() {
      const server = await client.get(StatefulSet, key);
      watch("StatefulSet", server !== undefined);
      if (server !== undefined && server.status?.observedGeneration !== server.metadata.generation) {
        const replicas = server.spec.replicas ?? 1;
        if (server.status?.replicas !== replicas) story.push(replicas === 0 ? "database stopped" : "database started");
        const counts = { replicas, readyReplicas: replicas, updatedReplicas: replicas };
        await client.status.update({
          ...server,
          status: { observedGeneration: server.metadata.generation ?? 0, ...counts },
        });
      }
      const claim = await client.get(PersistentVolumeClaim, { ...key, name: "db-data" });
      watch("PersistentVolumeClaim", claim !== undefined);
      if (claim !== undefined && claim.status?.phase !== "Bound") {
        await client.status.update({ ...claim, status: { phase: "Bound" } });
      }
      for (const job of (await client.list(Job)).items) {
        const { uid = "" } = job.metadata;
        if (endOf(job) === undefined && seen.has(uid)) {
          await client.status.update(ended(job, "Complete"));
          story.push(`${purposeOf(job)} complete`);
        }
        seen.add(uid);
      }
    },
  };
}

/** Returns a client that passes each write to `hand`, which executes it or not. */
function beforeEachWrite<C extends ReturnType<typeof createMemoryClient>>(
  client: C,
  hand: (write: () => Promise<void>) => Promise<void>,
): C {
  const handed = async <T>(write: () => Promise<T>): Promise<T> => {
    const answers: T[] = [];
    await hand(async () => void answers.push(await write()));
    const [answer] = answers;
    return answer as T; // `hand` throws if it did not execute the write
  };
  return interceptClient(client, {
    create: (object, options) => handed(() => client.create(object, options)),
    patch: (kind, at, patch, options) => handed(() => client.patch(kind, at, patch, options)),
    apply: (object, options) => handed(() => client.apply(object, options)),
    delete: (kind, at, options) => handed(() => client.delete(kind, at, options)),
    status: { patch: (kind, at, patch, options) => handed(() => client.status.patch(kind, at, patch, options)) },
  });
}
