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

import { type Condition, type CustomResource, defineKind, type Time } from "tsop";

/** MysqlBackupSpec is the desired state of MysqlBackup. */
export interface MysqlBackupSpec {
  /**
   * The MysqlCluster in this namespace to back up.
   * @minLength 1
   * @maxLength 40
   * @cel self == oldSelf "clusterName cannot be changed"
   */
  clusterName: string;
  /**
   * Whether to keep or delete the file when the MysqlBackup is deleted.
   * @default Retain
   */
  remoteDeletePolicy?: "Retain" | "Delete";
}

/** The location of a backup, so that it can be restored or deleted after its cluster is deleted. */
export interface BackupLocation {
  /** The PersistentVolumeClaim. */
  claimName: string;
  /** The file in the volume. */
  file: string;
  /** The image that wrote the file. */
  image: string;
}

/** MysqlBackupStatus is the observed state of MysqlBackup. */
export interface MysqlBackupStatus {
  /** The progress and the result of the backup. */
  phase?: "Pending" | "Running" | "Complete" | "Failed";
  location?: BackupLocation;
  completionTime?: Time;
  /**
   * Complete: the file is complete.
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

/**
 * MysqlBackup is one dump of a MysqlCluster.
 * @categories all
 * @printColumn name=Cluster type=string jsonPath=.spec.clusterName
 * @printColumn name=Phase type=string jsonPath=.status.phase
 * @printColumn name=File type=string jsonPath=.status.location.file
 * @printColumn name=Age type=date jsonPath=.metadata.creationTimestamp
 * @cel size(self.metadata.name) <= 55 "the name must leave room for the name of the Job: 55 characters at most"
 */
export interface MysqlBackup extends CustomResource<"mysql.presslabs.org/v1alpha1", "MysqlBackup"> {
  spec: MysqlBackupSpec;
  status?: MysqlBackupStatus;
}

export const MysqlBackup = defineKind<MysqlBackup>("mysql.presslabs.org/v1alpha1", "MysqlBackup");
