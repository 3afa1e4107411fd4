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

import type { Pod } from "tsop/k8s/core/v1";
import type { Broker, BrokerNode } from "../api/v1/broker_types.js";
import { outdatedSettings, readOnly } from "../desired/configuration.js";
import { memberName, membersOf } from "../desired/groups.js";
import { port } from "../desired/labels.js";
import type { Properties } from "../rocketmq/properties.js";
import type { Group } from "./pre_config.js";
import type { Run } from "./stage.js";

/** The current state of a member, after the operator changed its settings. */
export interface Member {
  readonly node: BrokerNode;
  /** Whether it runs with the desired settings. */
  readonly isCurrent: boolean;
  readonly isReadOnly: boolean;
}

/** Requests the state of all members at once, and changes outdated settings without a restart. */
export async function reloadMembers(
  broker: Broker,
  groups: readonly Group[],
  pods: readonly Pod[],
  run: Run,
): Promise<Member[]> {
  const byName = new Map(pods.map((pod) => [pod.metadata.name, pod]));
  const members = groups.flatMap((group) =>
    Array.from({ length: membersOf(broker) }, (_, member) => {
      const name = memberName(broker.metadata.name, group.context.group, member);
      return reloadMember(broker, group, name, byName.get(name), run);
    }),
  );
  return Promise.all(members);
}

async function reloadMember(
  broker: Broker,
  { context, settings }: Group,
  name: string,
  pod: Pod | undefined,
  run: Run,
): Promise<Member> {
  const { group } = context;
  const address = pod?.status?.podIP === undefined ? undefined : `${pod.status.podIP}:${port.broker}`;
  const running =
    address !== undefined && pod !== undefined && isReady(pod)
      ? await bringUpToDate(broker, settings, address, run)
      : undefined;
  return {
    node: {
      name,
      group,
      role: roleOf(running),
      available: running !== undefined,
      ...(address === undefined ? {} : { address }),
    },
    isCurrent: running !== undefined && Object.keys(outdatedSettings(settings, running)).length === 0,
    isReadOnly: running?.["brokerPermission"] === readOnly,
  };
}

/** Returns the settings of the member afterwards, or undefined if it does not respond. */
async function bringUpToDate(
  broker: Broker,
  settings: Properties,
  address: string,
  { admin, events, log, metrics, signal, throwIfNotLeading }: Run,
): Promise<Properties | undefined> {
  try {
    const running = await admin.settings(address, signal);
    const changes = outdatedSettings(settings, running);
    const names = Object.keys(changes).join(", ");
    if (names === "") return running;
    throwIfNotLeading();
    await admin.changeSettings(address, changes, signal);
    log.info("settings changed without a restart", { stage: "Sync", address, names });
    const note = `${address}: ${names}`;
    events.event(broker, { type: "Normal", reason: "SettingsReloaded", action: "ReloadSettings", note });
    metrics.reloads.inc({ namespace: broker.metadata.namespace ?? "", name: broker.metadata.name });
    return await admin.settings(address, signal);
  } catch (error) {
    signal.throwIfAborted();
    throwIfNotLeading();
    log.warn("a member does not respond", { stage: "Sync", address, error });
    return undefined;
  }
}

function isReady({ metadata, status }: Pod): boolean {
  if (metadata.deletionTimestamp !== undefined) return false;
  return status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") === true;
}

function roleOf(settings: Properties | undefined): BrokerNode["role"] {
  const role = settings?.["brokerRole"] ?? "";
  if (role.endsWith("MASTER")) return "Leader";
  return role === "SLAVE" ? "Follower" : "Unknown";
}

/** Returns the groups that have a leader and a majority. */
export function readyGroups(broker: Broker, members: readonly Member[]): number[] {
  const wanted = Array.from({ length: broker.spec.groups ?? 1 }, (_, group) => group);
  return wanted.filter((group) => {
    const available = members.filter(({ node }) => node.group === group && node.available);
    const leads = available.filter(({ node }) => node.role === "Leader").length;
    return leads === 1 && available.length > membersOf(broker) / 2;
  });
}
