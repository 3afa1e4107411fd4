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

import type { Client } from "tsop";
import { StatefulSet } from "tsop/k8s/apps/v1";
import { Job } from "tsop/k8s/batch/v1";
import type { Secret } from "tsop/k8s/core/v1";
import type { MysqlBackup } from "../../api/v1alpha1/mysqlbackup_types.js";
import type { MysqlCluster } from "../../api/v1alpha1/mysqlcluster_types.js";

export function secret(name: string, rootPassword: string): Secret {
  const data = { ROOT_PASSWORD: Buffer.from(rootPassword).toString("base64") };
  return { apiVersion: "v1", kind: "Secret", metadata: { namespace: "default", name }, data };
}

export function cluster(name: string, spec: Partial<MysqlCluster["spec"]> = {}): MysqlCluster {
  return {
    apiVersion: "mysql.presslabs.org/v1alpha1",
    kind: "MysqlCluster",
    metadata: { namespace: "default", name },
    spec: { secretName: `${name}-secret`, ...spec },
  };
}

export function backup(name: string, spec: MysqlBackup["spec"]): MysqlBackup {
  const metadata = { namespace: "default", name };
  return { apiVersion: "mysql.presslabs.org/v1alpha1", kind: "MysqlBackup", metadata, spec };
}

/** Says what Kubernetes says of a StatefulSet whose pods are all ready and up to date. */
export async function rollOut(client: Client, name: string): Promise<void> {
  const found = await client.getOrThrow(StatefulSet, { namespace: "default", name: `${name}-mysql` });
  const replicas = found.spec.replicas ?? 1;
  found.status = {
    observedGeneration: found.metadata.generation ?? 0,
    replicas,
    readyReplicas: replicas,
    updatedReplicas: replicas,
    currentRevision: "a",
    updateRevision: "a",
  };
  await client.status.update(found);
}

/** Says what Kubernetes says of a Job that has ended. */
export async function endJob(client: Client, name: string, outcome: "Complete" | "Failed"): Promise<void> {
  const job = await client.getOrThrow(Job, { namespace: "default", name });
  const time = "2026-01-31T12:00:00Z";
  const condition = (type: string) => ({
    type,
    status: "True" as const,
    lastTransitionTime: time,
    lastProbeTime: time,
  });
  job.status =
    outcome === "Complete"
      ? {
          startTime: time,
          completionTime: time,
          succeeded: 1,
          conditions: [condition("SuccessCriteriaMet"), condition("Complete")],
        }
      : { startTime: time, failed: 4, conditions: [condition("FailureTarget"), condition("Failed")] };
  await client.status.update(job);
}
