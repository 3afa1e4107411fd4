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

import type { StatefulSet } from "tsop/k8s/apps/v1";
import type { ConfigMap, Service } from "tsop/k8s/core/v1";
import type { PodDisruptionBudget } from "tsop/k8s/policy/v1";
import type { Broker } from "../api/v1/broker_types.js";
import { brokerConf, fixedChecksum, type GroupContext } from "./configuration.js";
import { groupLabels, label, port, restricted } from "./labels.js";

/** The annotation of a group's ConfigMap with the time since which it accepts no new messages. */
export const retiringSince = "rocketmq.daocloud.io/retiring-since";
/** The annotation of a group's pods with a checksum of the files that they read at start. */
const fixedSettingsChecksum = "rocketmq.daocloud.io/fixed-settings";

export function groupName(broker: string, group: number): string {
  return `${broker}-group-${group}`;
}

export function memberName(broker: string, group: number, member: number): string {
  return `${groupName(broker, group)}-${member}`;
}

export function membersOf({ spec }: Broker): number {
  return spec.members ?? 3;
}

/**
 * Returns a Service for each member. Its address stays the same when Kubernetes replaces the pod, because DLedger never updates the addresses of
 * its peers. It publishes members that are not ready, because no member becomes ready before a majority is connected.
 */
export function memberServices(broker: Broker, group: number): Service[] {
  const { name, namespace } = broker.metadata;
  return Array.from({ length: membersOf(broker) }, (_, member) => ({
    apiVersion: "v1",
    kind: "Service",
    metadata: {
      name: `${groupName(name, group)}-n${member}`,
      namespace,
      labels: { ...groupLabels(name, group), [label.member]: String(member) },
    },
    spec: {
      selector: { "statefulset.kubernetes.io/pod-name": memberName(name, group, member) },
      publishNotReadyAddresses: true,
      ports: [
        { name: "dledger", port: port.dLedger, protocol: "TCP", targetPort: "dledger" },
        { name: "remoting", port: port.broker, protocol: "TCP", targetPort: "remoting" },
      ],
    },
  }));
}

/** Returns the ConfigMap with a file for each member, named after its pod. `since` is the time when the group became read-only. */
export function groupConfigMap(broker: Broker, context: GroupContext, since: string | undefined): ConfigMap {
  const { name, namespace } = broker.metadata;
  const { group } = context;
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name: groupName(name, group),
      namespace,
      labels: groupLabels(name, group),
      ...(since === undefined ? {} : { annotations: { [retiringSince]: since } }),
    },
    data: Object.fromEntries(
      context.peers.map((_, member) => [
        `${memberName(name, group, member)}.conf`,
        brokerConf(broker, context, member),
      ]),
    ),
  };
}

export function groupStatefulSet(broker: Broker, context: GroupContext): StatefulSet {
  const { metadata, spec } = broker;
  const { group } = context;
  const name = groupName(metadata.name, group);
  const labels = groupLabels(metadata.name, group);
  const { size, storageClassName, reclaimPolicy = "Retain" } = spec.storage;
  return {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: { name, namespace: metadata.namespace, labels },
    spec: {
      serviceName: name,
      replicas: membersOf(broker),
      // In order, no member would become ready: the first waits for a majority. Updates still proceed member by member.
      podManagementPolicy: "Parallel",
      minReadySeconds: 5, // time for an election
      selector: { matchLabels: labels },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: reclaimPolicy, whenScaled: "Retain" },
      volumeClaimTemplates: [
        {
          apiVersion: "v1",
          kind: "PersistentVolumeClaim",
          metadata: { name: "data" },
          spec: {
            accessModes: ["ReadWriteOnce"],
            resources: { requests: { storage: size } },
            ...(storageClassName === undefined ? {} : { storageClassName }),
          },
        },
      ],
      template: {
        metadata: { labels, annotations: { [fixedSettingsChecksum]: fixedChecksum(broker, context) } },
        spec: {
          automountServiceAccountToken: false,
          terminationGracePeriodSeconds: 60, // time to write the data in memory
          securityContext: { ...restricted.pod, fsGroup: 65532 },
          containers: [
            {
              name: "broker",
              image: spec.image,
              command: spec.command ?? ["sh", "mqbroker"],
              args: ["-c", "/etc/rocketmq/$(POD_NAME).conf"],
              env: [{ name: "POD_NAME", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }],
              ports: [
                { name: "remoting", containerPort: port.broker, protocol: "TCP" },
                { name: "dledger", containerPort: port.dLedger, protocol: "TCP" },
              ],
              readinessProbe: { tcpSocket: { port: "remoting" }, periodSeconds: 2 },
              livenessProbe: { tcpSocket: { port: "remoting" }, initialDelaySeconds: 60, periodSeconds: 10 },
              ...(spec.resources === undefined ? {} : { resources: spec.resources }),
              securityContext: restricted.container,
              volumeMounts: [
                { name: "data", mountPath: "/data" },
                { name: "configuration", mountPath: "/etc/rocketmq", readOnly: true },
              ],
            },
          ],
          volumes: [{ name: "configuration", configMap: { name } }],
        },
      },
    },
  };
}

/** Returns the disruption budget, which lets a drain evict members only while the others are a majority. */
export function groupDisruptionBudget(broker: Broker, group: number): PodDisruptionBudget {
  const { name, namespace } = broker.metadata;
  const labels = groupLabels(name, group);
  return {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: { name: groupName(name, group), namespace, labels },
    spec: {
      // In a group with one member, a budget would block the drain of its node forever.
      maxUnavailable: Math.max(1, Math.floor((membersOf(broker) - 1) / 2)),
      selector: { matchLabels: labels },
    },
  };
}

/** Returns whether the group is rolled out, and otherwise whether its members are starting or being replaced. */
export function stateOf({ metadata, spec, status }: StatefulSet): "settled" | "starting" | "rolling" {
  if (status?.observedGeneration === undefined) return "starting";
  const { observedGeneration, currentRevision, updateRevision, updatedReplicas, readyReplicas } = status;
  if (observedGeneration !== metadata.generation || currentRevision !== updateRevision) return "rolling";
  const replicas = spec.replicas ?? 1;
  return updatedReplicas === replicas && readyReplicas === replicas ? "settled" : "starting";
}
