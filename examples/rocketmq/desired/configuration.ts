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

import { createHash } from "node:crypto";
import type { Broker } from "../api/v1/broker_types.js";
import { printProperties, type Properties } from "../rocketmq/properties.js";
import { port } from "./labels.js";

/**
 * The settings that a running broker can change, with RocketMQ's defaults. The operator always writes all of them, so that a setting that a
 * user removes returns to its default without a restart.
 */
const changeable: Properties = {
  autoCreateSubscriptionGroup: "true",
  autoCreateTopicEnable: "true",
  brokerPermission: "6", // 4: read, 2: write
  deleteWhen: "04",
  diskMaxUsedSpaceRatio: "75",
  fileReservedTime: "72",
  maxTransferCountOnMessageInMemory: "32",
  rejectTransactionMessage: "false",
  slaveReadEnable: "false",
  waitTimeMillsInSendQueue: "200",
};

export const readOnly = "4";

/** The inputs of the settings of a group, besides the Broker. */
export interface GroupContext {
  readonly group: number;
  /** The addresses of its members, in order. */
  readonly peers: readonly string[];
  readonly nameServers: readonly string[];
  /** Whether the group will be removed, and accepts no new messages. */
  readonly isRetiring: boolean;
}

/** Returns the settings for running members; the same for all members. */
export function changeableSettings({ spec }: Broker, { nameServers, isRetiring }: GroupContext): Properties {
  const own = Object.entries(spec.config ?? {}).filter(([name]) => name in changeable);
  return {
    ...changeable,
    ...Object.fromEntries(own),
    namesrvAddr: nameServers.join(";"),
    ...(isRetiring ? { brokerPermission: readOnly } : {}),
  };
}

/** Returns the settings that a member reads only at start. */
export function fixedSettings({ metadata, spec }: Broker, { group, peers }: GroupContext, member: number): Properties {
  const own = Object.entries(spec.config ?? {}).filter(([name]) => !(name in changeable));
  const name = `${metadata.name}-${group}`;
  return {
    ...Object.fromEntries(own),
    brokerClusterName: metadata.name,
    brokerName: name,
    listenPort: String(port.broker),
    storePathRootDir: "/data",
    storePathCommitLog: "/data/commitlog",
    enableDLegerCommitLog: "true", // RocketMQ's spelling
    dLegerGroup: name,
    dLegerPeers: peers.map((address, index) => `n${index}-${address}:${port.dLedger}`).join(";"),
    dLegerSelfId: `n${member}`,
  };
}

/** Returns the broker.conf of a member. */
export function brokerConf(broker: Broker, context: GroupContext, member: number): string {
  return printProperties({ ...fixedSettings(broker, context, member), ...changeableSettings(broker, context) });
}

/** Returns a checksum that changes if members must restart. */
export function fixedChecksum(broker: Broker, context: GroupContext): string {
  const texts = context.peers.map((_, member) => printProperties(fixedSettings(broker, context, member)));
  return createHash("sha256").update(texts.join("\n")).digest("hex").slice(0, 16);
}

/** Returns the settings to change on a running member, given its current settings. */
export function outdatedSettings(wanted: Properties, running: Properties): Properties {
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => running[name] !== value));
}
