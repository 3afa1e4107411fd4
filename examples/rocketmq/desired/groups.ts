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

/** On the ConfigMap of a group: since when it takes no new messages. */
export const retiringSince = "rocketmq.daocloud.io/retiring-since";
/** On the pods of a group: a checksum of what they read when they start. */
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
 * A Service for each member, whose address stays when its pod is replaced: DLedger keeps the addresses of its peers for as long as it runs. They
 * have to reach each other before they are ready: none is, until most are there.
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

/** A file for each member, named after its pod. `since` says when a group that is to go became read-only. */
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
      // One after the other, none would become ready: the first waits for a majority. Updates still go member by member.
      podManagementPolicy: "Parallel",
      minReadySeconds: 5, // for an election
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
          terminationGracePeriodSeconds: 60, // to write down what is in memory
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

/** Lets a drain of nodes take so many members at a time that the others still are a majority. */
export function groupDisruptionBudget(broker: Broker, group: number): PodDisruptionBudget {
  const { name, namespace } = broker.metadata;
  const labels = groupLabels(name, group);
  return {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: { name: groupName(name, group), namespace, labels },
    spec: {
      // A group of one would never let its node be drained.
      maxUnavailable: Math.max(1, Math.floor((membersOf(broker) - 1) / 2)),
      selector: { matchLabels: labels },
    },
  };
}

/** Whether all that was asked of it has come about; and if not, whether members come up, or are replaced by others. */
export function stateOf({ metadata, spec, status }: StatefulSet): "settled" | "starting" | "rolling" {
  if (status?.observedGeneration === undefined) return "starting";
  const { observedGeneration, currentRevision, updateRevision, updatedReplicas, readyReplicas } = status;
  if (observedGeneration !== metadata.generation || currentRevision !== updateRevision) return "rolling";
  const replicas = spec?.replicas ?? 1;
  return updatedReplicas === replicas && readyReplicas === replicas ? "settled" : "starting";
}
