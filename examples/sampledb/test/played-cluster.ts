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
 * Acts as the controllers of a cluster, which an API server alone does not run. StatefulSets get pods that are ready at
 * once, Jobs end as the test sets, claims are bound, and deleted objects disappear.
 */

import {
  type ClusterConfig,
  createManager,
  done,
  isNotFound,
  type Kind,
  type KubeObject,
  type Manager,
  mergePatch,
  objectReconciler,
  type ReconcileResult,
  requeueAfter,
} from "tsop";
import { StatefulSet } from "tsop/k8s/apps/v1";
import { Job, type JobStatus } from "tsop/k8s/batch/v1";
import { PersistentVolumeClaim } from "tsop/k8s/core/v1";
import { purposeOf } from "../database/jobs.js";

export type Outcome = "complete" | "failed" | "running";

export interface PlayedCluster {
  /** The observed events, in order. */
  readonly story: readonly string[];
  /** The result of Jobs of a purpose from now on, including running Jobs. */
  play(purpose: string, outcome: Outcome): Promise<void>;
  stop(): Promise<void>;
}

export async function playCluster(config: ClusterConfig): Promise<PlayedCluster> {
  const story: string[] = [];
  const outcomes = new Map<string, Outcome>();
  const manager = await createManager({
    name: "played-cluster",
    config,
    healthProbeBindAddress: "0",
    logLevel: "error",
  });
  const { client } = manager;
  const endJob = async (job: Job): Promise<void> => {
    const purpose = purposeOf(job) ?? "";
    const outcome = outcomes.get(purpose) ?? "complete";
    if (outcome === "running" || job.status?.conditions !== undefined) return;
    await client.status.patch(Job, job.metadata, mergePatch({ status: jobStatus(outcome) }));
    story.push(`${purpose} ${outcome}`);
  };
  play(manager, Job, story, endJob);
  play(manager, PersistentVolumeClaim, story, async ({ metadata, status }) => {
    if (status?.phase === "Bound") return;
    const finalizers = ["kubernetes.io/pvc-protection"]; // a real API server has added it
    await client.patch(PersistentVolumeClaim, metadata, mergePatch({ metadata: { finalizers } }));
    await client.status.patch(PersistentVolumeClaim, metadata, mergePatch({ status: { phase: "Bound" } }));
  });
  play(manager, StatefulSet, story, async ({ metadata, spec, status }) => {
    if (status?.observedGeneration === metadata.generation) return;
    const replicas = spec.replicas ?? 1;
    const counts = { replicas, readyReplicas: replicas, updatedReplicas: replicas };
    const now = { status: { observedGeneration: metadata.generation, ...counts } };
    await client.status.patch(StatefulSet, metadata, mergePatch(now));
    if (status?.replicas !== replicas) story.push(replicas === 0 ? "database stopped" : "database started");
  });

  const stop = new AbortController();
  const running = manager.start(stop.signal);
  return {
    story,
    async play(purpose, outcome) {
      outcomes.set(purpose, outcome);
      const { items } = await client.list(Job);
      await Promise.all(items.filter((job) => purposeOf(job) === purpose).map(endJob));
    },
    async stop() {
      stop.abort();
      await running;
    },
  };
}

/** Acts as the controller of a kind, and removes Kubernetes' own finalizers of objects that are being deleted. */
function play<T extends KubeObject>(
  manager: Manager,
  kind: Kind<T>,
  story: string[],
  act: (object: T) => Promise<void>,
): void {
  const reconcile = async (object: T): Promise<ReconcileResult> => {
    const { deletionTimestamp, finalizers = [] } = object.metadata;
    if (deletionTimestamp === undefined) await act(object);
    else if (await isHeld(manager, object)) return requeueAfter(100);
    else if (finalizers.length > 0) {
      await manager.client
        .patch(kind, object.metadata, mergePatch({ metadata: { finalizers: null } }))
        .catch((error: unknown) => {
          if (!isNotFound(error)) throw error; // the embedded API server also collects garbage
        });
      story.push(`${kind.kind} deleted`);
    }
    return done();
  };
  manager
    .controller(kind.kind.toLowerCase())
    .for(kind)
    .complete(objectReconciler(manager.client, kind, { reconcile }));
}

/** A claim exists as long as a Job uses it, even a finished Job. */
async function isHeld({ client }: Manager, { kind, metadata }: KubeObject): Promise<boolean> {
  if (kind !== "PersistentVolumeClaim") return false;
  const { items } = await client.list(Job, { namespace: metadata.namespace ?? "" });
  const claims = items.flatMap(({ spec }) => spec?.template.spec?.volumes ?? []);
  return claims.some(({ persistentVolumeClaim: claim }) => claim?.claimName === metadata.name);
}

/** The status that the API server requires of a finished Job. */
function jobStatus(outcome: "complete" | "failed"): JobStatus {
  const now = new Date().toISOString().replace(/\.\d+Z$/, "Z");
  const condition = (type: string, reason: string) => ({
    type,
    status: "True",
    reason,
    message: "",
    lastTransitionTime: now,
  });
  return outcome === "complete"
    ? {
        startTime: now,
        completionTime: now,
        succeeded: 1,
        conditions: [
          condition("SuccessCriteriaMet", "CompletionsReached"),
          condition("Complete", "CompletionsReached"),
        ],
      }
    : {
        startTime: now,
        failed: 3,
        conditions: [condition("FailureTarget", "BackoffLimitExceeded"), condition("Failed", "BackoffLimitExceeded")],
      };
}
