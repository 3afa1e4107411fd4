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
import { ConfigMap, type Pod, Service } from "tsop/k8s/core/v1";
import { PodDisruptionBudget } from "tsop/k8s/policy/v1";
import type { Broker } from "../api/v1/broker_types.js";
import { groupLabels, groupOf } from "../desired/labels.js";
import { groupName } from "../desired/groups.js";
import type { Member } from "./members.js";
import type { Group } from "./pre_config.js";
import type { Run } from "./stage.js";

/** The next step of the removal of a group. */
export type Retirement =
  | { readonly step: "wait"; readonly why: string; readonly milliseconds?: number }
  | { readonly step: "stop" }
  | { readonly step: "tidy" };

/** The observed state of a group that will be removed. */
export interface Retiring {
  readonly hasStatefulSet: boolean;
  readonly pods: number;
  readonly members: readonly Member[];
  readonly retiringSince: string | undefined;
}

/** The order: all responding members become read-only, clients have time to read, the members stop, the operator deletes their objects. */
export function nextRetirement(
  { hasStatefulSet, pods, members, retiringSince }: Retiring,
  graceMs: number,
  now: number,
): Retirement {
  if (!hasStatefulSet) return pods === 0 ? { step: "tidy" } : { step: "wait", why: `${pods} members are stopping` };
  const writable = members.filter(({ node, isReadOnly }) => node.available && !isReadOnly).length;
  if (writable > 0) return { step: "wait", why: `${writable} members still take messages` };
  const milliseconds = (retiringSince === undefined ? now : Date.parse(retiringSince)) + graceMs - now;
  if (milliseconds <= 0) return { step: "stop" };
  return { step: "wait", why: "it is read-only, and clients have time to read", milliseconds };
}

/** Returns all groups that the spec no longer contains but that still have objects, also after an operator ended halfway. */
export function leftoverGroups({ spec }: Broker, objects: readonly { metadata: StatefulSet["metadata"] }[]): number[] {
  const groups = objects.map((object) => groupOf({ apiVersion: "", kind: "", ...object }));
  const beyond = groups.filter((group) => group !== undefined && group >= (spec.groups ?? 1));
  return [...new Set(beyond as number[])].sort((a, b) => b - a);
}

/** The reasons to wait, one for each group. */
export interface RetirementProgress {
  readonly waiting: readonly string[];
  readonly requeueMs: number | undefined;
}

export async function retireGroups(
  broker: Broker,
  observed: {
    readonly leftover: readonly number[];
    readonly statefulSets: readonly StatefulSet[];
    readonly pods: readonly Pod[];
    readonly members: readonly Member[];
    readonly groups: readonly Group[];
  },
  run: Run,
): Promise<RetirementProgress> {
  const graceMs = (broker.spec.scaleInGraceSeconds ?? 60) * 1000;
  const waiting: string[] = [];
  const times: number[] = [];
  for (const group of observed.leftover) {
    const next = nextRetirement(
      {
        hasStatefulSet: observed.statefulSets.some((item) => groupOf(item) === group),
        pods: observed.pods.filter((item) => groupOf(item) === group).length,
        members: observed.members.filter(({ node }) => node.group === group),
        retiringSince: observed.groups.find(({ context }) => context.group === group)?.retiringSince,
      },
      graceMs,
      run.clock.now(),
    );
    if (next.step === "stop") await stop(broker, group, run);
    if (next.step === "tidy") await tidy(broker, group, run);
    else waiting.push(`group ${group}: ${next.step === "stop" ? "its members are stopping" : next.why}`);
    if (next.step === "wait" && next.milliseconds !== undefined) times.push(next.milliseconds);
  }
  return { waiting, requeueMs: times.length === 0 ? undefined : Math.min(...times) };
}

async function stop({ metadata }: Broker, group: number, { client, log, signal }: Run): Promise<void> {
  log.info("stopping a group", { stage: "Sync", group });
  const key = { namespace: metadata.namespace ?? "", name: groupName(metadata.name, group) };
  await client.delete(StatefulSet, key, { signal, propagationPolicy: "Background" });
}

/** Deletes the ConfigMap last, because it records the group. */
async function tidy(broker: Broker, group: number, { client, events, log, signal }: Run): Promise<void> {
  const { name, namespace = "" } = broker.metadata;
  const key = { namespace, name: groupName(name, group) };
  await client.delete(PodDisruptionBudget, key, { signal });
  const services = await client.list(Service, { namespace, labels: groupLabels(name, group) });
  for (const { metadata } of services.items) await client.delete(Service, metadata, { signal });
  await client.delete(ConfigMap, key, { signal });
  log.info("a group was removed", { stage: "Sync", group });
  events.event(broker, { type: "Normal", reason: "GroupRemoved", action: "ScaleIn", note: `group ${group}` });
}
