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

/** The desired objects of a SampleDB. The controller applies them. */

import { type Applicable, setControllerReference } from "tsop";
import type { StatefulSet } from "tsop/k8s/apps/v1";
import type { ConfigMap, PersistentVolumeClaim, Service } from "tsop/k8s/core/v1";
import type { SampleDB } from "../api/v1/sampledb_types.js";
import { initialisedAnnotation, labelsOf, names, savedAsAnnotation, versionAnnotation } from "./names.js";
import { podTemplate, port } from "./pods.js";

export function service(database: SampleDB): Applicable<Service> {
  return owned(database, {
    apiVersion: "v1",
    kind: "Service",
    metadata: metadata(database, names.service),
    spec: {
      selector: serverLabels(database),
      ports: [{ name: "database", port, protocol: "TCP", targetPort: "database" }],
    },
  });
}

/** Returns the ConfigMap with the connection settings, for the Jobs and for applications. The address of the Service needs no DNS. */
export function connection(database: SampleDB, clusterIP: string): Applicable<ConfigMap> {
  return owned(database, {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: metadata(database, names.connection),
    data: { SAMPLEDB_HOST: clusterIP, SAMPLEDB_PORT: String(port), SAMPLEDB_DATABASE: database.metadata.name },
  });
}

/** The state of the data in the volume. */
export interface DataState {
  readonly version: string;
  readonly isInitialised: boolean;
  /** The snapshot for the deletion. */
  readonly savedAs?: string;
}

/**
 * Returns the volume claim. It has no owner: with `kubectl delete --cascade=foreground`, Kubernetes would delete owned objects
 * before the finalizer takes the snapshot.
 */
export function volume(database: SampleDB, state: DataState): Applicable<PersistentVolumeClaim> {
  const { storage = "1Gi", storageClassName } = database.spec;
  return {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: {
      ...metadata(database, names.volume),
      annotations: {
        [versionAnnotation]: state.version,
        [initialisedAnnotation]: String(state.isInitialised),
        ...(state.savedAs !== undefined && { [savedAsAnnotation]: state.savedAs }),
      },
    },
    spec: {
      accessModes: ["ReadWriteOnce"],
      resources: { requests: { storage } },
      ...(storageClassName !== undefined && { storageClassName }),
    },
  };
}

/** Returns the state of the data. A new volume, or a volume that a user created, gets data of the version in the spec. */
export function dataState({ spec }: SampleDB, found: PersistentVolumeClaim | undefined): DataState {
  const annotations = found?.metadata.annotations ?? {};
  const savedAs = annotations[savedAsAnnotation];
  return {
    version: annotations[versionAnnotation] ?? spec.version,
    isInitialised: annotations[initialisedAnnotation] === "true",
    ...(savedAs !== undefined && { savedAs }),
  };
}

/** Returns the StatefulSet. Without replicas, the database is stopped, and only a Job writes to the volume. */
export function statefulSet(database: SampleDB, replicas: 0 | 1): Applicable<StatefulSet> {
  const labels = serverLabels(database);
  return owned(database, {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: metadata(database, names.statefulSet),
    spec: {
      replicas,
      // With the default policy, Kubernetes would never replace a pod that cannot start, for example with a wrong image.
      podManagementPolicy: "Parallel",
      serviceName: names.service(database.metadata.name),
      selector: { matchLabels: labels },
      template: podTemplate(database, {
        args: ["serve"],
        labels,
        restartPolicy: "Always",
        data: "write",
        isServer: true,
      }),
    },
  });
}

function serverLabels({ metadata }: SampleDB): Record<string, string> {
  return { ...labelsOf(metadata.name), "app.kubernetes.io/component": "server" };
}

function metadata({ metadata: { name, namespace = "" } }: SampleDB, nameOf: (name: string) => string) {
  return { name: nameOf(name), namespace, labels: labelsOf(name) };
}

function owned<T extends Parameters<typeof setControllerReference>[1]>(database: SampleDB, object: T): T {
  setControllerReference(database, object);
  return object;
}
