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
   * How much each node asks for.
   * @pattern ^[1-9][0-9]*(Ki|Mi|Gi|Ti)$
   * @default 1Gi
   */
  size?: string;
  /**
   * Class of the volumes. Without it, the cluster's default; empty for volumes that have none.
   * @maxLength 253
   */
  storageClassName?: string;
  /**
   * What becomes of the volumes when the MysqlCluster is deleted.
   * @default Retain
   */
  whenDeleted?: "Retain" | "Delete";
}

/**
 * MysqlClusterSpec is the desired state of MysqlCluster.
 * @cel has(self.initFromBackup) == has(oldSelf.initFromBackup) "initFromBackup cannot be changed"
 * @cel !has(self.backupSchedule) || has(self.backupClaimName) "backupSchedule needs backupClaimName, the claim that backups are kept in"
 * @cel !has(self.initFromBackup) || has(self.backupClaimName) "initFromBackup needs backupClaimName, the claim that backups are kept in"
 */
export interface MysqlClusterSpec {
  /**
   * How many nodes to run. The first one is written to, the others follow it.
   * @minimum 1
   * @maximum 9
   * @default 1
   * @specReplicas
   */
  replicas?: Int32;
  /**
   * Secret of this namespace with ROOT_PASSWORD, and USER, PASSWORD and DATABASE where there is to be a database of that name.
   * Passwords stand there and nowhere else; when they change, the nodes follow.
   * @minLength 1
   * @maxLength 253
   * @pattern ^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$
   */
  secretName: string;
  /**
   * Version of MySQL, the tag of the image. It can be raised, and not be lowered.
   * @maxLength 32
   * @pattern ^\d+\.\d+\.\d+$
   * @default 8.4.0
   */
  mysqlVersion?: string;
  /**
   * Repository of the image, without a tag.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[a-z0-9][a-z0-9._:/-]*$
   * @default docker.io/library/mysql
   */
  image?: string;
  /**
   * Settings of mysqld, as in the section [mysqld] of my.cnf. The nodes are restarted one by one when they change.
   * @maxProperties 100
   * @keys.pattern ^[a-z][a-z0-9_-]*$
   * @values.pattern ^[^\r\n]*$
   * @cel self.all(key, !(key in ['server-id', 'server_id', 'datadir', 'init-file', 'init_file', 'port'])) "server-id, datadir, init-file and port are the operator's own"
   */
  mysqlConf?: Record<string, IntOrString>;
  /** Processor and memory of each node. */
  resources?: ResourceRequirements;
  /** @default {"size": "1Gi"} */
  volumeSpec?: VolumeSpec;
  /**
   * PersistentVolumeClaim of this namespace that backups are kept in.
   * @minLength 1
   * @maxLength 253
   */
  backupClaimName?: string;
  /**
   * When to back up: cron in six fields, of which the first are seconds, in UTC.
   * @maxLength 100
   * @pattern ^\S+(\s+\S+){5}$
   * @example 0 0 3 * * *
   */
  backupSchedule?: string;
  /**
   * How many finished backups of the schedule are kept, of those that succeeded and of those that failed.
   * @minimum 1
   * @maximum 100
   * @default 3
   */
  backupScheduleJobsHistoryLimit?: Int32;
  /**
   * MysqlBackup of this namespace that a new cluster begins with. It has to be in backupClaimName.
   * @minLength 1
   * @maxLength 253
   * @cel self == oldSelf "initFromBackup cannot be changed"
   */
  initFromBackup?: string;
}

/** What the schedule of backups has come to. */
export interface BackupScheduleStatus {
  /** The schedule that nextTime was computed of. */
  schedule: string;
  /** When the next backup is due. */
  nextTime: Time;
  /** When the last one was due that was made. */
  lastTime?: Time;
}

/** MysqlClusterStatus is the observed state of MysqlCluster. */
export interface MysqlClusterStatus {
  /** The generation that the rest of the status is about. */
  observedGeneration?: Int32;
  /**
   * How many nodes there are.
   * @statusReplicas
   */
  replicas?: Int32;
  /** How many of them can be reached. */
  readyReplicas?: Int32;
  /**
   * Selects the pods of the nodes.
   * @labelSelector
   */
  selector?: string;
  /** The version that all nodes run. */
  version?: string;
  /** Where to write: IP:port. */
  primaryAddress?: string;
  /** Where to read: IP:port. */
  readAddress?: string;
  /** The backup that the cluster was made from. */
  restoredFrom?: string;
  backups?: BackupScheduleStatus;
  /**
   * Ready: all nodes run as they are asked to. BackupScheduled: the next backup is known. VersionAccepted: False while a
   * lower version is asked for than the data have.
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

/**
 * MysqlCluster is one MySQL server that is written to, and others that follow it.
 * @shortName mysql
 * @categories all
 * @printColumn name=Ready type=string jsonPath=".status.conditions[?(@.type=='Ready')].status"
 * @printColumn name=Nodes type=integer jsonPath=.status.readyReplicas
 * @printColumn name=Version type=string jsonPath=.status.version
 * @printColumn name=Primary type=string jsonPath=.status.primaryAddress
 * @printColumn name=Reason type=string jsonPath=".status.conditions[?(@.type=='Ready')].reason" priority=1
 * @printColumn name="Next Backup" type=string jsonPath=.status.backups.nextTime priority=1
 * @printColumn name=Age type=date jsonPath=.metadata.creationTimestamp
 * @cel size(self.metadata.name) <= 40 "the name has to leave room for those of Services and pods: 40 characters at most"
 */
export interface MysqlCluster extends CustomResource<"mysql.presslabs.org/v1alpha1", "MysqlCluster"> {
  spec: MysqlClusterSpec;
  status?: MysqlClusterStatus;
}

export const MysqlCluster = defineKind<MysqlCluster>("mysql.presslabs.org/v1alpha1", "MysqlCluster");
