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
import { ConfigMap, Secret, type Service } from "tsop/k8s/core/v1";
import type { Broker } from "../api/v1/broker_types.js";
import { NameService } from "../api/v1/nameservice_types.js";
import { changeableSettings, type GroupContext } from "../desired/configuration.js";
import { groupConfigMap, memberServices, retiringSince } from "../desired/groups.js";
import { brokerLabels, groupOf } from "../desired/labels.js";
import type { Properties } from "../rocketmq/properties.js";
import type { Run } from "./stage.js";

/** A configured group. */
export interface Group {
  readonly context: GroupContext;
  /** The settings for its running members. */
  readonly settings: Properties;
  /** The time since which it accepts no new messages, if it will be removed. */
  readonly retiringSince: string | undefined;
}

export type PreConfigured =
  | { readonly kind: "waiting"; readonly reason: string; readonly message: string }
  | { readonly kind: "ready"; readonly nameServers: readonly string[]; readonly groups: readonly Group[] };

/** Creates the inputs that brokers read at start: the addresses of their name servers and of their peers, and their configuration. */
export async function preConfigure(
  broker: Broker,
  statefulSets: readonly StatefulSet[],
  run: Run,
): Promise<PreConfigured> {
  const nameServers = await findNameServers(broker, run);
  if (nameServers.length === 0) {
    const message = `NameService ${broker.spec.nameService} has no responding name server`;
    return { kind: "waiting", reason: "NoNameServers", message };
  }
  const missing = await missingSecret(broker, run);
  if (missing !== undefined) {
    return {
      kind: "waiting",
      reason: "SecretMissing",
      message: `the Secret ${missing} with a key token does not exist`,
    };
  }
  const groups: Group[] = [];
  for (const group of groupsToConfigure(broker, statefulSets)) {
    groups.push(await configureGroup(broker, group, nameServers, run));
  }
  return { kind: "ready", nameServers, groups };
}

/** Returns the groups of the spec, and groups that still run. The operator deletes the objects of other groups without configuring them. */
export function groupsToConfigure({ spec }: Broker, statefulSets: readonly StatefulSet[]): number[] {
  const wanted = Array.from({ length: spec.groups ?? 1 }, (_, group) => group);
  const running = statefulSets.map(groupOf).filter((group) => group !== undefined);
  return [...new Set([...wanted, ...running])].sort((a, b) => a - b);
}

/** A name service without addresses is starting or restarting: brokers keep their current addresses. */
async function findNameServers(
  { metadata, spec, status }: Broker,
  { client, signal }: Run,
): Promise<readonly string[]> {
  const key = { namespace: metadata.namespace ?? "", name: spec.nameService };
  const nameService = await client.get(NameService, key, { signal });
  const found = nameService?.status?.addresses ?? [];
  return found.length > 0 ? found : (status?.nameServers ?? []);
}

async function missingSecret({ metadata, spec }: Broker, { client, signal }: Run): Promise<string | undefined> {
  const name = spec.externalStorage?.secretName;
  if (name === undefined) return undefined;
  const secret = await client.get(Secret, { namespace: metadata.namespace ?? "", name }, { signal });
  return secret?.data?.["token"] === undefined ? name : undefined;
}

async function configureGroup(broker: Broker, group: number, nameServers: readonly string[], run: Run): Promise<Group> {
  const { client, clock, signal } = run;
  const peers: string[] = [];
  for (const service of memberServices(broker, group)) {
    setControllerReference(broker, service);
    const { object } = await applyIfDifferent<Service>(client, service, { signal, force: true });
    const address = object.spec?.clusterIP;
    if (address === undefined) throw new Error(`Service ${service.metadata.name} has no address`);
    peers.push(address);
  }
  const isRetiring = group >= (broker.spec.groups ?? 1);
  const context: GroupContext = { group, peers, nameServers, isRetiring };
  const since = isRetiring
    ? ((await recordedSince(broker, group, run)) ?? new Date(clock.now()).toISOString())
    : undefined;
  const configMap = groupConfigMap(broker, context, since);
  setControllerReference(broker, configMap);
  const { result } = await applyIfDifferent<ConfigMap>(client, configMap, { signal, force: true });
  if (result !== "unchanged") run.log.info("configuration written", { stage: "PreConfig", group, result });
  return { context, settings: changeableSettings(broker, context), retiringSince: since };
}

/** The ConfigMap stores the time, so that a restarted operator continues to wait from it. */
async function recordedSince({ metadata }: Broker, group: number, { client }: Run): Promise<string | undefined> {
  const { items } = await client.list(ConfigMap, {
    namespace: metadata.namespace ?? "",
    labels: brokerLabels(metadata.name),
  });
  const since = items.find((item) => groupOf(item) === group)?.metadata.annotations?.[retiringSince];
  return since === undefined || Number.isNaN(Date.parse(since)) ? undefined : since; // a user may have edited it
}
