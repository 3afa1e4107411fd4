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

import { applyIfDifferent, setControllerReference } from "tsop";
import type { StatefulSet } from "tsop/k8s/apps/v1";
import { ConfigMap, Pod, Service } from "tsop/k8s/core/v1";
import type { PodDisruptionBudget } from "tsop/k8s/policy/v1";
import type { Broker } from "../api/v1/broker_types.js";
import { groupDisruptionBudget, groupStatefulSet, stateOf } from "../desired/groups.js";
import { brokerLabels, groupOf } from "../desired/labels.js";
import { syncExporter } from "./exporter.js";
import { type Member, readyGroups, reloadMembers } from "./members.js";
import type { Group, PreConfigured } from "./pre_config.js";
import { leftoverGroups, retireGroups } from "./retire.js";
import type { Finding, Run } from "./stage.js";

/** The observations and actions of the stage. */
export interface Synced {
  readonly members: readonly Member[];
  readonly groups: number;
  readonly readyGroups: number;
  readonly findings: readonly Finding[];
  /** The time of the next check, if no event occurs before. */
  readonly requeueMs: number;
}

/** No event reports a change of the leader, so the operator polls. */
const regularlyMs = 20_000;

/** Applies the configuration: groups one after another, monitoring, settings of running members. Removes groups beyond the spec. */
export async function sync(
  broker: Broker,
  { groups, nameServers }: PreConfigured & { kind: "ready" },
  statefulSets: readonly StatefulSet[],
  run: Run,
): Promise<Synced> {
  const rollout = await rollOut(broker, groups, statefulSets, run);
  await syncExporter(broker, nameServers, run);
  const selection = { namespace: broker.metadata.namespace ?? "", labels: brokerLabels(broker.metadata.name) };
  const { items: pods } = await run.client.list(Pod, selection);
  const members = await reloadMembers(broker, groups, pods, run);
  const leftover = leftoverGroups(broker, [
    ...statefulSets,
    ...(await run.client.list(Service, selection)).items,
    ...(await run.client.list(ConfigMap, selection)).items,
  ]);
  const retirement = await retireGroups(broker, { leftover, statefulSets, pods, members, groups }, run);
  const ready = readyGroups(broker, members);
  const findings = [
    syncFinding(rollout, retirement.waiting, members),
    availableFinding(broker.spec.groups ?? 1, ready),
  ];
  const isCalm = findings.every(({ isDone }) => isDone);
  return {
    members,
    groups: groups.length,
    readyGroups: ready.length,
    findings,
    requeueMs: isCalm ? regularlyMs : Math.min(run.soonMs, retirement.requeueMs ?? run.soonMs),
  };
}

interface Unsettled {
  readonly group: number;
  readonly state: "starting" | "rolling";
}

/** Starts new groups together. Changes one running group at a time, and the next group when all members of the previous one are ready. */
async function rollOut(
  broker: Broker,
  groups: readonly Group[],
  existing: readonly StatefulSet[],
  { client, log, signal }: Run,
): Promise<readonly Unsettled[]> {
  const unsettled: Unsettled[] = [];
  const note = (group: number, statefulSet: StatefulSet): void => {
    const state = stateOf(statefulSet);
    if (state !== "settled") unsettled.push({ group, state });
  };
  for (const { context } of groups.filter(({ context }) => !context.isRetiring)) {
    const { group } = context;
    const before = existing.find((item) => groupOf(item) === group);
    if (before !== undefined && unsettled.length > 0) {
      note(group, before);
      continue;
    }
    const budget = groupDisruptionBudget(broker, group);
    const statefulSet = groupStatefulSet(broker, context);
    for (const object of [budget, statefulSet]) setControllerReference(broker, object);
    await applyIfDifferent<PodDisruptionBudget>(client, budget, { signal, force: true });
    const { result, object } = await applyIfDifferent<StatefulSet>(client, statefulSet, { signal, force: true });
    if (result !== "unchanged") log.info("group rolled out", { stage: "Sync", group, result });
    note(group, object);
  }
  return unsettled;
}

function syncFinding(rollout: readonly Unsettled[], retiring: readonly string[], members: readonly Member[]): Finding {
  const behind = members.filter(({ isCurrent, node }) => node.available && !isCurrent).length;
  const groups = (state: Unsettled["state"]): string =>
    `group ${rollout.flatMap((each) => (each.state === state ? [each.group] : [])).join(", ")}`;
  if (rollout.some(({ state }) => state === "rolling")) {
    return unfinished("RollingOut", `members of ${groups("rolling")} are being replaced`);
  }
  if (rollout.length > 0) return unfinished("ScalingOut", `members of ${groups("starting")} are starting`);
  if (behind > 0) return unfinished("Reloading", `${behind} members run with other settings`);
  if (retiring.length > 0) return unfinished("ScalingIn", retiring.join("; "));
  return { stage: "Sync", isDone: true, reason: "UpToDate", message: "" };
}

function unfinished(reason: string, message: string): Finding {
  return { stage: "Sync", isDone: false, reason, message };
}

function availableFinding(wanted: number, ready: readonly number[]): Finding {
  const message = `${ready.length} of ${wanted} groups have a leader and a majority`;
  return ready.length === wanted
    ? { stage: "Available", isDone: true, reason: "AllGroupsReady", message }
    : { stage: "Available", isDone: false, reason: "GroupsNotReady", message };
}
