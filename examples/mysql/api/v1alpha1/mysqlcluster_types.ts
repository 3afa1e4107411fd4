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

import { type Condition, type CustomResource, defineKind, type Int32, type IntOrString, type Time } from "tsop";
import type { ResourceRequirements } from "tsop/k8s/core/v1";

/**
 * Storage of one node. Kubernetes cannot change it later.
 * @cel self.size == oldSelf.size "size cannot be changed"
 * @cel has(self.storageClassName) == has(oldSelf.storageClassName) && (!has(self.storageClassName) || self.storageClassName == oldSelf.storageClassName) "storageClassName cannot be changed"
 */
export interface VolumeSpec {
  /**
   * The size of the volume of each node.
   * @pattern ^[1-9][0-9]*(Ki|Mi|Gi|Ti)$
   * @default 1Gi
   */
  size?: string;
  /**
   * The storage class of the volumes. Default: the default of the cluster; empty for volumes without a class.
   * @maxLength 253
   */
  storageClassName?: string;
  /**
   * Whether to keep or delete the volumes when the MysqlCluster is deleted.
   * @default Retain
   */
  whenDeleted?: "Retain" | "Delete";
}

/**
 * MysqlClusterSpec is the desired state of MysqlCluster.
 * @cel has(self.initFromBackup) == has(oldSelf.initFromBackup) "initFromBackup cannot be changed"
 * @cel !has(self.backupSchedule) || has(self.backupClaimName) "backupSchedule needs backupClaimName, the claim that stores backups"
 * @cel !has(self.initFromBackup) || has(self.backupClaimName) "initFromBackup needs backupClaimName, the claim that stores backups"
 */
export interface MysqlClusterSpec {
  /**
   * The number of nodes. Clients write to the first node, and the others replicate it.
   * @minimum 1
   * @maximum 9
   * @default 1
   * @specReplicas
   */
  replicas?: Int32;
  /**
   * The Secret in this namespace with ROOT_PASSWORD; with USER, PASSWORD and DATABASE too, the operator creates this database.
   * Only the Secret contains passwords; the nodes follow its changes.
   * @minLength 1
   * @maxLength 253
   * @pattern ^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$
   */
  secretName: string;
  /**
   * The version of MySQL, which is the tag of the image. It can increase, but not decrease.
   * @maxLength 32
   * @pattern ^\d+\.\d+\.\d+$
   * @default 8.4.0
   */
  mysqlVersion?: string;
  /**
   * The repository of the image, without a tag.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[a-z0-9][a-z0-9._:/-]*$
   * @default docker.io/library/mysql
   */
  image?: string;
  /**
   * The settings of mysqld, as in the section [mysqld] of my.cnf. After a change, the nodes restart one by one.
   * @maxProperties 100
   * @keys.pattern ^[a-z][a-z0-9_-]*$
   * @values.pattern ^[^\r\n]*$
   * @cel self.all(key, !(key in ['server-id', 'server_id', 'datadir', 'init-file', 'init_file', 'port'])) "the operator sets server-id, datadir, init-file and port itself"
   */
  mysqlConf?: Record<string, IntOrString>;
  /** The CPU and memory of each node. */
  resources?: ResourceRequirements;
  /** @default {"size": "1Gi"} */
  volumeSpec?: VolumeSpec;
  /**
   * The PersistentVolumeClaim in this namespace that stores backups.
   * @minLength 1
   * @maxLength 253
   */
  backupClaimName?: string;
  /**
   * When to back up: six cron fields in UTC. The first field contains seconds.
   * @maxLength 100
   * @pattern ^\S+(\s+\S+){5}$
   * @example 0 0 3 * * *
   */
  backupSchedule?: string;
  /**
   * The number of finished backups of the schedule to keep, separately for successful and failed backups.
   * @minimum 1
   * @maximum 100
   * @default 3
   */
  backupScheduleJobsHistoryLimit?: Int32;
  /**
   * The MysqlBackup in this namespace from which a new cluster starts. Its file must be in backupClaimName.
   * @minLength 1
   * @maxLength 253
   * @cel self == oldSelf "initFromBackup cannot be changed"
   */
  initFromBackup?: string;
}

/** The progress of the backup schedule. */
export interface BackupScheduleStatus {
  /** The schedule from which nextTime was computed. */
  schedule: string;
  /** The due time of the next backup. */
  nextTime: Time;
  /** The due time of the last backup. */
  lastTime?: Time;
}

/** MysqlClusterStatus is the observed state of MysqlCluster. */
export interface MysqlClusterStatus {
  /** The generation that this status describes. */
  observedGeneration?: Int32;
  /**
   * The number of nodes.
   * @statusReplicas
   */
  replicas?: Int32;
  /** The number of ready nodes. */
  readyReplicas?: Int32;
  /**
   * The selector of the nodes' pods.
   * @labelSelector
   */
  selector?: string;
  /** The version of all nodes. */
  version?: string;
  /** The address for writes: IP:port. */
  primaryAddress?: string;
  /** The address for reads: IP:port. */
  readAddress?: string;
  /** The backup from which the cluster was created. */
  restoredFrom?: string;
  backups?: BackupScheduleStatus;
  /**
   * Ready: all nodes match the spec. BackupScheduled: the time of the next backup is known. VersionAccepted: False while
   * the spec has a lower version than the data.
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

/**
 * MysqlCluster is a MySQL server for writes, with replicas for reads.
 * @shortName mysql
 * @categories all
 * @printColumn name=Ready type=string jsonPath=".status.conditions[?(@.type=='Ready')].status"
 * @printColumn name=Nodes type=integer jsonPath=.status.readyReplicas
 * @printColumn name=Version type=string jsonPath=.status.version
 * @printColumn name=Primary type=string jsonPath=.status.primaryAddress
 * @printColumn name=Reason type=string jsonPath=".status.conditions[?(@.type=='Ready')].reason" priority=1
 * @printColumn name="Next Backup" type=string jsonPath=.status.backups.nextTime priority=1
 * @printColumn name=Age type=date jsonPath=.metadata.creationTimestamp
 * @cel size(self.metadata.name) <= 40 "the name must leave room for the names of Services and pods: 40 characters at most"
 */
export interface MysqlCluster extends CustomResource<"mysql.presslabs.org/v1alpha1", "MysqlCluster"> {
  spec: MysqlClusterSpec;
  status?: MysqlClusterStatus;
}

export const MysqlCluster = defineKind<MysqlCluster>("mysql.presslabs.org/v1alpha1", "MysqlCluster");
