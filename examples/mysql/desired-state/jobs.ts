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

import type { Job, JobSpec } from "tsop/k8s/batch/v1";
import type { BackupLocation, MysqlBackup } from "../api/v1alpha1/mysqlbackup_types.js";
import type { MysqlCluster } from "../api/v1alpha1/mysqlcluster_types.js";
import { backupLabel, metadataOf, mysqlPort, names } from "./names.js";
import { rootPassword } from "./stateful-set.js";

const folder = "/backups";

/** Writes all databases of the cluster to a file. After an interruption, it starts again and replaces the file. */
export function backupJob(backup: MysqlBackup, cluster: MysqlCluster, location: BackupLocation, host: string): Job {
  const options = ["--all-databases", "--single-transaction", `--result-file=${folder}/${location.file}`];
  return job(names.backupJob(backup.metadata.name), backup, location, {
    args: ["mysqldump", ...connection(host), ...options],
    env: [rootPassword("MYSQL_PWD", cluster.spec.secretName)],
  });
}

/** Restores the file of a backup into a new cluster. */
export function restoreJob(cluster: MysqlCluster, location: BackupLocation, host: string): Job {
  return job(names.restore(cluster.metadata.name), cluster, location, {
    args: ["mysql", ...connection(host), `--execute=source ${folder}/${location.file}`],
    env: [rootPassword("MYSQL_PWD", cluster.spec.secretName)],
  });
}

/** Deletes the file of a backup. Kubernetes deletes the finished Job after a minute, because it has no owner. */
export function deletionJob(backup: MysqlBackup, location: BackupLocation): Job {
  const { name } = backup.metadata;
  const args = ["rm", "-f", `${folder}/${location.file}`];
  const wanted = job(names.deletionJob(name), backup, location, { args, env: [] }, { ttlSecondsAfterFinished: 60 });
  wanted.metadata.labels = { ...wanted.metadata.labels, [backupLabel]: name };
  return wanted;
}

function connection(host: string): string[] {
  return [`--host=${host}`, `--port=${mysqlPort}`, "--user=root"];
}

interface Program {
  /** The command for the image's entry point, which runs an argument that is not an option as a program. */
  readonly args: string[];
  readonly env: ReturnType<typeof rootPassword>[];
}

function job(
  name: string,
  owner: MysqlBackup | MysqlCluster,
  location: BackupLocation,
  program: Program,
  settings: Partial<JobSpec> = {},
): Job {
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: metadataOf(owner, name),
    spec: {
      backoffLimit: 3,
      ...settings,
      template: {
        spec: {
          restartPolicy: "Never",
          containers: [
            {
              name: "mysql",
              image: location.image,
              ...program,
              volumeMounts: [{ name: "backups", mountPath: folder }],
            },
          ],
          volumes: [{ name: "backups", persistentVolumeClaim: { claimName: location.claimName } }],
        },
      },
    },
  };
}

export type JobState = "running" | "complete" | "failed";

export function stateOf({ status }: Job): JobState {
  const has = (type: string): boolean =>
    (status?.conditions ?? []).some((condition) => condition.type === type && condition.status === "True");
  return has("Complete") ? "complete" : has("Failed") ? "failed" : "running";
}
