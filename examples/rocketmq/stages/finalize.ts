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

import { StatefulSet } from "tsop/k8s/apps/v1";
import { Pod, Secret } from "tsop/k8s/core/v1";
import type { Broker, ExternalStorage } from "../api/v1/broker_types.js";
import { brokerLabels } from "../desired/labels.js";
import type { StorageAccess } from "../rocketmq/external_storage.js";
import type { Finding, Run } from "./stage.js";

/** The progress of the deletion of a Broker. No run waits: each run checks the state, starts the next step, and requeues. */
export type Finalized =
  | { readonly kind: "finished"; readonly finding: Finding }
  | { readonly kind: "busy"; readonly finding: Finding; readonly requeueMs: number };

/** Stops the brokers, so that they write no more messages, and then clears the external storage. */
export async function finalize(broker: Broker, run: Run): Promise<Finalized> {
  const stopping = await stopBrokers(broker, run);
  if (stopping > 0) return busy("StoppingBrokers", `${stopping} members still run`, run.soonMs);
  const { externalStorage } = broker.spec;
  if (externalStorage === undefined) return finished("the Broker has no external storage");
  if (externalStorage.reclaimPolicy === "Retain") return finished("the operator keeps the data in external storage");
  const access = await accessTo(broker, externalStorage, run);
  if (access === undefined) {
    const message = `the Secret ${externalStorage.secretName} with a key token does not exist; create it, or set spec.externalStorage.reclaimPolicy to Retain`;
    return busy("SecretMissing", message, 10_000);
  }
  return clearStorage(broker, access, run);
}

/** Deletes the StatefulSets: Kubernetes would delete them only after the Broker, which waits for the storage. */
async function stopBrokers({ metadata }: Broker, { client, log, signal }: Run): Promise<number> {
  const namespace = metadata.namespace ?? "";
  const labels = brokerLabels(metadata.name);
  const statefulSets = await client.list(StatefulSet, { namespace, labels });
  for (const item of statefulSets.items) {
    if (item.metadata.deletionTimestamp !== undefined) continue;
    log.info("stopping a group", { stage: "Finalize", statefulSet: item.metadata.name });
    await client.delete(StatefulSet, item.metadata, { signal, propagationPolicy: "Background" });
  }
  const pods = await client.list(Pod, { namespace, labels });
  return Math.max(pods.items.length, statefulSets.items.length);
}

async function accessTo(
  { metadata }: Broker,
  { url, secretName }: ExternalStorage,
  { client, signal }: Run,
): Promise<StorageAccess | undefined> {
  if (secretName === undefined) return { url, token: undefined };
  const secret = await client.get(Secret, { namespace: metadata.namespace ?? "", name: secretName }, { signal });
  const token = secret?.data?.["token"];
  return token === undefined ? undefined : { url, token: Buffer.from(token, "base64").toString().trim() };
}

async function clearStorage(broker: Broker, access: StorageAccess, run: Run): Promise<Finalized> {
  const { name, namespace = "", uid = "" } = broker.metadata;
  run.throwIfNotLeading();
  try {
    // The uid, because a new Broker with the same name has different messages.
    const { isFinished, removed, total } = await run.storage.clear(access, uid, `${namespace}/${name}/`, run.signal);
    const progress = `${removed} of ${total} objects removed from external storage`;
    run.log.info(progress, { stage: "Finalize", isFinished });
    if (!isFinished) return busy("ClearingStorage", progress, run.soonMs);
    run.metrics.clearings.inc({ result: "finished" });
    return finished(progress);
  } catch (error) {
    run.signal.throwIfAborted();
    run.metrics.clearings.inc({ result: "failed" });
    run.log.warn("external storage cannot be cleared", { stage: "Finalize", error });
    return busy("StorageFailed", error instanceof Error ? error.message : String(error), 5_000);
  }
}

function busy(reason: string, message: string, requeueMs: number): Finalized {
  return { kind: "busy", finding: { stage: "Finalize", isDone: false, reason, message }, requeueMs };
}

function finished(message: string): Finalized {
  return { kind: "finished", finding: { stage: "Finalize", isDone: true, reason: "Finished", message } };
}
