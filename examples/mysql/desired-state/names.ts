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

/** The names of the objects of a cluster, all in its namespace. */
export const names = {
  statefulSet: (cluster: string) => `${cluster}-mysql`,
  config: (cluster: string) => `${cluster}-mysql`,
  /** The Secret with the SQL that nodes run at start; it contains passwords. */
  init: (cluster: string) => `${cluster}-mysql-init`,
  /** The headless Service that gives each pod a DNS name. */
  nodes: (cluster: string) => `${cluster}-mysql-nodes`,
  /** The Service of the node for writes. */
  primary: (cluster: string) => `${cluster}-mysql-primary`,
  /** The Service of all ready nodes. */
  reads: (cluster: string) => `${cluster}-mysql`,
  restore: (cluster: string) => `${cluster}-mysql-restore`,
  backupJob: (backup: string) => `${backup}-backup`,
  deletionJob: (backup: string) => `${backup}-delete`,
} as const;

/** The annotation of the pod template with the version of the image. The data has or will have this version, so it never decreases. */
export const versionAnnotation = "mysql.presslabs.org/version";
/** The label of scheduled backups with the name of the cluster. */
export const scheduledLabel = "mysql.presslabs.org/scheduled-by";
/** The label of the Job that deletes the file of a backup, with the name of the backup. */
export const backupLabel = "mysql.presslabs.org/backup";

export const mysqlPort = 3306;

/** The labels that select the pods of a cluster. They can never change. */
export function podLabels(cluster: string): Record<string, string> {
  return { "app.kubernetes.io/name": "mysql", "app.kubernetes.io/instance": cluster };
}

/** Returns the metadata of an object that belongs to a cluster. */
export function metadataOf(cluster: { metadata: ObjectMeta }, name: string): ObjectMeta {
  const { name: instance, namespace = "" } = cluster.metadata;
  return { name, namespace, labels: { ...podLabels(instance), "app.kubernetes.io/managed-by": "mysql-operator" } };
}
