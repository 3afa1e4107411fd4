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
import type { MysqlCluster } from "../api/v1alpha1/mysqlcluster_types.js";
import { metadataOf, mysqlPort, names, podLabels, versionAnnotation } from "./names.js";

export interface StatefulSetInput {
  readonly version: string;
  readonly replicas: number;
  /** The hash of the settings. Kubernetes replaces the pods when it changes. */
  readonly configHash: string;
  /** The resourceVersion of the SQL that nodes run at start; a hash of passwords would help to guess them. */
  readonly initVersion: string;
}

/**
 * Returns the StatefulSet of the nodes. Kubernetes replaces them one by one, from the last to the first: replicas before the
 * primary. The policy is Parallel so that users can revert a setting with which a node does not start: otherwise, Kubernetes
 * would wait for that node forever.
 */
export function statefulSet(cluster: MysqlCluster, input: StatefulSetInput): StatefulSet {
  const { name } = cluster.metadata;
  const { volumeSpec = {} } = cluster.spec;
  return {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: metadataOf(cluster, names.statefulSet(name)),
    spec: {
      replicas: input.replicas,
      serviceName: names.nodes(name),
      selector: { matchLabels: podLabels(name) },
      podManagementPolicy: "Parallel",
      updateStrategy: { type: "RollingUpdate" },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: volumeSpec.whenDeleted ?? "Retain", whenScaled: "Retain" },
      template: podTemplate(cluster, input),
      volumeClaimTemplates: [
        {
          apiVersion: "v1",
          kind: "PersistentVolumeClaim",
          metadata: { name: "data" },
          spec: {
            accessModes: ["ReadWriteOnce"],
            resources: { requests: { storage: volumeSpec.size ?? "1Gi" } },
            ...(volumeSpec.storageClassName === undefined ? {} : { storageClassName: volumeSpec.storageClassName }),
          },
        },
      ],
    },
  };
}

type PodTemplate = NonNullable<StatefulSet["spec"]>["template"];

function podTemplate(cluster: MysqlCluster, { version, configHash, initVersion }: StatefulSetInput): PodTemplate {
  const { metadata, spec } = cluster;
  return {
    metadata: {
      labels: podLabels(metadata.name),
      annotations: {
        [versionAnnotation]: version,
        "mysql.presslabs.org/config": configHash,
        "mysql.presslabs.org/init": initVersion,
      },
    },
    spec: {
      terminationGracePeriodSeconds: 60,
      securityContext: { seccompProfile: { type: "RuntimeDefault" } },
      containers: [
        {
          name: "mysql",
          image: imageOf(cluster, version),
          // Each node needs a different id, and 0 means no id: the first node has 10, the next node 11.
          args: ["mysqld", "--server-id=1$(POD_INDEX)", "--init-file=/etc/mysql/init/$(POD_INDEX).sql"],
          env: [
            {
              name: "POD_INDEX",
              valueFrom: { fieldRef: { fieldPath: "metadata.labels['apps.kubernetes.io/pod-index']" } },
            },
            rootPassword("MYSQL_ROOT_PASSWORD", spec.secretName),
          ],
          ports: [{ name: "mysql", containerPort: mysqlPort }],
          readinessProbe: { tcpSocket: { port: mysqlPort }, periodSeconds: 2 },
          livenessProbe: { tcpSocket: { port: mysqlPort }, initialDelaySeconds: 60, periodSeconds: 10 },
          ...(spec.resources === undefined ? {} : { resources: spec.resources }),
          volumeMounts: [
            { name: "data", mountPath: "/var/lib/mysql" },
            { name: "config", mountPath: "/etc/mysql/conf.d", readOnly: true },
            { name: "init", mountPath: "/etc/mysql/init", readOnly: true },
          ],
        },
      ],
      volumes: [
        { name: "config", configMap: { name: names.config(metadata.name) } },
        { name: "init", secret: { secretName: names.init(metadata.name) } },
      ],
    },
  };
}

export function imageOf({ spec }: MysqlCluster, version: string): string {
  return `${spec.image ?? "docker.io/library/mysql"}:${version}`;
}

/** Returns a variable with the password of root, which only the Secret contains. */
export function rootPassword(name: string, secret: string) {
  return { name, valueFrom: { secretKeyRef: { name: secret, key: "ROOT_PASSWORD" } } };
}

/** Returns the progress of the rollout. */
export type Rollout = { readonly kind: "complete" } | { readonly kind: "progressing"; readonly message: string };

export function rolloutOf({ metadata, spec, status }: StatefulSet): Rollout {
  const wanted = spec.replicas ?? 1;
  const { observedGeneration = 0, updatedReplicas = 0, readyReplicas = 0, replicas = 0 } = status ?? {};
  const isRenewed = status?.updateRevision === status?.currentRevision || updatedReplicas >= wanted;
  const message = `${Math.min(updatedReplicas, wanted)} of ${wanted} nodes are up to date, ${readyReplicas} are ready`;
  if (observedGeneration < (metadata.generation ?? 0))
    return { kind: "progressing", message: "waiting for Kubernetes" };
  if (!isRenewed || readyReplicas < wanted || replicas > wanted) return { kind: "progressing", message };
  return { kind: "complete" };
}
