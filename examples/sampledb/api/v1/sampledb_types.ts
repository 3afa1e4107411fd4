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

/** Backups that are made from time to time. */
export interface BackupPlan {
  /**
   * When to back up, as five fields of cron in UTC: minute, hour, day of the month, month, day of the week.
   * @maxLength 100
   * @pattern ^\S+(\s+\S+){4}$
   * @example "0 3 * * *"
   */
  schedule: string;

  /**
   * How many scheduled backups to keep. Older ones are deleted after each new one.
   * @minimum 1
   * @maximum 100
   * @default 7
   */
  keep?: Int32;

  /**
   * Make none for now.
   * @default false
   */
  suspend?: boolean;
}

/**
 * SampleDBSpec is the desired state of SampleDB.
 * @cel self.deletionPolicy != 'Snapshot' || has(self.backupClaimName) || has(self.volumeSnapshotClassName) "deletionPolicy Snapshot needs a place for the snapshot: set backupClaimName or volumeSnapshotClassName, or choose Delete or Retain"
 * @cel !has(self.backup) || has(self.backupClaimName) "backup needs a place for its files: set backupClaimName"
 * @cel !has(self.restoreFrom) || has(self.backupClaimName) "restoreFrom needs backupClaimName, where the file is"
 * @cel has(self.storageClassName) == has(oldSelf.storageClassName) "storageClassName cannot be changed: a volume stays in its class"
 * @cel has(self.restoreFrom) == has(oldSelf.restoreFrom) "restoreFrom is only for a new database"
 */
export interface SampleDBSpec {
  /**
   * The image of the database; it has to be of the version that is named beside it.
   * @minLength 1
   * @example registry.example.com/sampledb:1.0
   */
  image: string;

  // Nothing here forbids a lower version: it depends on the version of the data. When an upgrade has failed, the way back has to be open.
  /**
   * Version of the database, MAJOR.MINOR. One that is higher than status.version starts an upgrade, which leads to the
   * next minor version, or to .0 of the next major one.
   * @maxLength 7
   * @pattern ^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$
   * @example "1.0"
   */
  version: string;

  /**
   * Size of the volume. It can grow, where the storage class allows it.
   * @default 1Gi
   * @cel quantity(self).isGreaterThan(quantity('0')) "must be more than nothing"
   * @cel quantity(self).compareTo(quantity(oldSelf)) >= 0 "a volume cannot shrink"
   */
  storage?: Quantity;

  /**
   * Storage class of the volume. Without it, the cluster's default; empty, a volume that somebody has made by hand.
   * @maxLength 253
   * @cel self == oldSelf "storageClassName cannot be changed: a volume stays in its class"
   */
  storageClassName?: string;

  /**
   * Name of the Secret with the keys `username` and `password`, by which one connects.
   * @minLength 1
   * @maxLength 253
   * @example example-database-credentials
   */
  credentialsSecretName: string;

  /**
   * Name of the PersistentVolumeClaim that takes backups, and snapshots where there is no volumeSnapshotClassName. It
   * is yours, and outlives the database.
   * @minLength 1
   * @maxLength 253
   * @example example-database-backups
   */
  backupClaimName?: string;

  /**
   * Take snapshots by VolumeSnapshots of this class, in clusters that have them (snapshot.storage.k8s.io). Without
   * it, a Job copies the files to backupClaimName.
   * @minLength 1
   * @maxLength 253
   */
  volumeSnapshotClassName?: string;

  /** Backups that are made from time to time. Without it, none are. */
  backup?: BackupPlan;

  /**
   * Start with the data of this backup or snapshot in backupClaimName, instead of none.
   * @maxLength 63
   * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?$
   * @cel self == oldSelf "restoreFrom is only for a new database"
   */
  restoreFrom?: string;

  /**
   * What becomes of the data when the SampleDB is deleted: `Snapshot` takes a snapshot, and deletes the volume once there
   * is one; `Delete` deletes the volume at once; `Retain` leaves it for the next SampleDB of this name. It may be changed while a
   * deletion waits.
   * @default Snapshot
   */
  deletionPolicy?: "Snapshot" | "Delete" | "Retain";
}

/** What became of the scheduled backups. */
export interface BackupStatus {
  /** The schedule that these times belong to. A new one counts from when it was seen. */
  schedule?: string;
  /** When the last backup was due, or when the schedule was first seen. The next one is the first of the schedule after it. */
  lastScheduleTime?: Time;
  /**
   * When the last successful backup ended.
   */
  lastSuccessTime?: Time;
  /** Name of the last successful backup, as restoreFrom takes it. */
  lastSuccessName?: string;
  /** When the next backup is due. */
  nextTime?: Time;
}

/** SampleDBStatus is the observed state of SampleDB. */
export interface SampleDBStatus {
  /** The generation of the spec that this status is about. */
  observedGeneration?: Int64;

  /**
   * In a word, what is going on: a step such as Initializing, Upgrading or TakingSnapshot; Running when there is nothing to do.
   */
  phase?: string;

  /**
   * Version of the data in the volume. Empty before it is initialised.
   */
  version?: string;

  /** Name of the ConfigMap that says how to connect. */
  connectionConfigMapName?: string;

  /** What became of the scheduled backups. */
  backup?: BackupStatus;

  /**
   * What the controller has found out. Ready: one can connect. Progressing: a step is being taken, which its reason names.
   * BackedUp: the last scheduled backup has succeeded.
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

/**
 * SampleDB is a database with one volume, which is initialised, backed up, upgraded, and not lost when it is deleted.
 * @shortName sdb
 * @categories all
 * @cel self.metadata.name.matches('^[a-z]([-a-z0-9]{0,38}[a-z0-9])?$') "the name has to be one of a Service, of 40 characters at most: letters in lower case, digits and -"
 * @printColumn name=Version type=string jsonPath=".status.version"
 * @printColumn name=Ready type=string jsonPath=".status.conditions[?(@.type=='Ready')].status"
 * @printColumn name=Phase type=string jsonPath=".status.phase"
 * @printColumn name="Last Backup" type=date jsonPath=".status.backup.lastSuccessTime"
 * @printColumn name=Age type=date jsonPath=".metadata.creationTimestamp"
 * @printColumn name=Wanted type=string jsonPath=".spec.version" priority=1 description="the version that was asked for"
 * @printColumn name=Message type=string jsonPath=".status.conditions[?(@.type=='Progressing')].message" priority=1
 */
export interface SampleDB extends CustomResource<"databases.example.com/v1", "SampleDB"> {
  spec: SampleDBSpec;
  status?: SampleDBStatus;
}

export const SampleDB = defineKind<SampleDB>("databases.example.com/v1", "SampleDB");
