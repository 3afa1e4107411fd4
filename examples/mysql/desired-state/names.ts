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

import type { ObjectMeta } from "tsop";

/** What the objects of a cluster are called. All are in its namespace. */
export const names = {
  statefulSet: (cluster: string) => `${cluster}-mysql`,
  config: (cluster: string) => `${cluster}-mysql`,
  /** SQL that nodes begin with; it has passwords in it. */
  init: (cluster: string) => `${cluster}-mysql-init`,
  /** Gives each pod a name of its own. */
  nodes: (cluster: string) => `${cluster}-mysql-nodes`,
  /** Leads to the node that is written to. */
  primary: (cluster: string) => `${cluster}-mysql-primary`,
  /** Leads to all nodes that are ready. */
  reads: (cluster: string) => `${cluster}-mysql`,
  restore: (cluster: string) => `${cluster}-mysql-restore`,
  backupJob: (backup: string) => `${backup}-backup`,
  deletionJob: (backup: string) => `${backup}-delete`,
} as const;

/** On the pod template: the version of the image. The data have that version, or will, so it never goes back. */
export const versionAnnotation = "mysql.presslabs.org/version";
/** On the backups that a schedule has made: the cluster's name. */
export const scheduledLabel = "mysql.presslabs.org/scheduled-by";
/** On the Job that deletes the file of a backup: the backup's name. */
export const backupLabel = "mysql.presslabs.org/backup";

export const mysqlPort = 3306;

/** The labels by which the pods of a cluster are found. They can never change. */
export function podLabels(cluster: string): Record<string, string> {
  return { "app.kubernetes.io/name": "mysql", "app.kubernetes.io/instance": cluster };
}

/** Metadata of an object that belongs to a cluster. */
export function metadataOf(cluster: { metadata: ObjectMeta }, name: string): ObjectMeta {
  const { name: instance, namespace = "" } = cluster.metadata;
  return { name, namespace, labels: { ...podLabels(instance), "app.kubernetes.io/managed-by": "mysql-operator" } };
}
