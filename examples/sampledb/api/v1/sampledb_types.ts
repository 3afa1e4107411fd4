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

import {
  type Condition,
  type CustomResource,
  defineKind,
  type Int32,
  type Int64,
  type Quantity,
  type Time,
} from "tsop";

/** The schedule of backups. */
export interface BackupPlan {
  /**
   * When to back up, as five cron fields in UTC: minute, hour, day of the month, month, day of the week.
   * @maxLength 100
   * @pattern ^\S+(\s+\S+){4}$
   * @example "0 3 * * *"
   */
  schedule: string;

  /**
   * The number of scheduled backups to keep. Each new backup deletes older backups beyond this number.
   * @minimum 1
   * @maximum 100
   * @default 7
   */
  keep?: Int32;

  /**
   * Pauses the backups.
   * @default false
   */
  suspend?: boolean;
}

/**
 * SampleDBSpec is the desired state of SampleDB.
 * @cel self.deletionPolicy != 'Snapshot' || has(self.backupClaimName) || has(self.volumeSnapshotClassName) "deletionPolicy Snapshot needs a place for the snapshot: set backupClaimName or volumeSnapshotClassName, or choose Delete or Retain"
 * @cel !has(self.backup) || has(self.backupClaimName) "backup needs a place for its files: set backupClaimName"
 * @cel !has(self.restoreFrom) || has(self.backupClaimName) "restoreFrom needs backupClaimName, which contains the file"
 * @cel has(self.storageClassName) == has(oldSelf.storageClassName) "storageClassName cannot be changed: a volume stays in its class"
 * @cel has(self.restoreFrom) == has(oldSelf.restoreFrom) "restoreFrom is only for a new database"
 */
export interface SampleDBSpec {
  /**
   * The image of the database, in the version of the field `version`.
   * @minLength 1
   * @example registry.example.com/sampledb:1.0
   */
  image: string;

  // No rule forbids a lower version, because the version of the data matters: after a failed upgrade, users must be able to revert it.
  /**
   * The version of the database, MAJOR.MINOR. A version higher than status.version starts an upgrade, to the next minor
   * version or to .0 of the next major version.
   * @maxLength 7
   * @pattern ^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$
   * @example "1.0"
   */
  version: string;

  /**
   * The size of the volume. It can grow if the storage class allows it.
   * @default 1Gi
   * @cel quantity(self).isGreaterThan(quantity('0')) "must be greater than zero"
   * @cel quantity(self).compareTo(quantity(oldSelf)) >= 0 "a volume cannot shrink"
   */
  storage?: Quantity;

  /**
   * The storage class of the volume. Default: the default of the cluster; empty for a volume that a user created.
   * @maxLength 253
   * @cel self == oldSelf "storageClassName cannot be changed: a volume stays in its class"
   */
  storageClassName?: string;

  /**
   * The name of the Secret with the keys `username` and `password` for connections.
   * @minLength 1
   * @maxLength 253
   * @example example-database-credentials
   */
  credentialsSecretName: string;

  /**
   * The name of the PersistentVolumeClaim for backups, and for snapshots without volumeSnapshotClassName. You create it,
   * and the operator never deletes it.
   * @minLength 1
   * @maxLength 253
   * @example example-database-backups
   */
  backupClaimName?: string;

  /**
   * The class for snapshots with VolumeSnapshots, in clusters that serve them (snapshot.storage.k8s.io). Default: a Job
   * copies the files to backupClaimName.
   * @minLength 1
   * @maxLength 253
   */
  volumeSnapshotClassName?: string;

  /** The scheduled backups. Default: no backups. */
  backup?: BackupPlan;

  /**
   * The backup or snapshot in backupClaimName from which the database starts. Default: an empty database.
   * @maxLength 63
   * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?$
   * @cel self == oldSelf "restoreFrom is only for a new database"
   */
  restoreFrom?: string;

  /**
   * What happens to the data when the SampleDB is deleted: `Snapshot` takes a snapshot, and then deletes the volume;
   * `Delete` deletes the volume at once; `Retain` keeps it for the next SampleDB with this name. You can change it while
   * a deletion waits.
   * @default Snapshot
   */
  deletionPolicy?: "Snapshot" | "Delete" | "Retain";
}

/** The results of the scheduled backups. */
export interface BackupStatus {
  /** The schedule of these times. A new schedule starts when the operator first sees it. */
  schedule?: string;
  /** The due time of the last backup, or the time when the operator first saw the schedule. The next backup is the first after it. */
  lastScheduleTime?: Time;
  /**
   * The end of the last successful backup.
   */
  lastSuccessTime?: Time;
  /** The name of the last successful backup, for restoreFrom. */
  lastSuccessName?: string;
  /** The due time of the next backup. */
  nextTime?: Time;
}

/** SampleDBStatus is the observed state of SampleDB. */
export interface SampleDBStatus {
  /** The generation of the spec that this status describes. */
  observedGeneration?: Int64;

  /**
   * The current step, such as Initializing, Upgrading or TakingSnapshot; Running without a step.
   */
  phase?: string;

  /**
   * The version of the data in the volume. Empty before the initialization.
   */
  version?: string;

  /** The name of the ConfigMap with the connection settings. */
  connectionConfigMapName?: string;

  /** The results of the scheduled backups. */
  backup?: BackupStatus;

  /**
   * The conditions of this object. Ready: clients can connect. Progressing: a step is in progress, which the reason names.
   * BackedUp: the last scheduled backup succeeded.
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

/**
 * SampleDB is a database with one volume. The operator initializes, upgrades and backs it up, and takes a snapshot before its deletion.
 * @shortName sdb
 * @categories all
 * @cel self.metadata.name.matches('^[a-z]([-a-z0-9]{0,38}[a-z0-9])?$') "the name must be a valid name of a Service with at most 40 characters: lower-case letters, digits and -"
 * @printColumn name=Version type=string jsonPath=".status.version"
 * @printColumn name=Ready type=string jsonPath=".status.conditions[?(@.type=='Ready')].status"
 * @printColumn name=Phase type=string jsonPath=".status.phase"
 * @printColumn name="Last Backup" type=date jsonPath=".status.backup.lastSuccessTime"
 * @printColumn name=Age type=date jsonPath=".metadata.creationTimestamp"
 * @printColumn name=Wanted type=string jsonPath=".spec.version" priority=1 description="the version in the spec"
 * @printColumn name=Message type=string jsonPath=".status.conditions[?(@.type=='Progressing')].message" priority=1
 */
export interface SampleDB extends CustomResource<"databases.example.com/v1", "SampleDB"> {
  spec: SampleDBSpec;
  status?: SampleDBStatus;
}

export const SampleDB = defineKind<SampleDB>("databases.example.com/v1", "SampleDB");
