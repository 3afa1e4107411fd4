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

/** The names of all objects of a SampleDB. */

import { createHash } from "node:crypto";
import type { KubeObject, MapFunction } from "tsop";

/** The label of all objects of the operator with the name of their SampleDB. Some objects have no owner, see {@link volume}. */
export const databaseLabel = "databases.example.com/database";
/** The label of Jobs with their {@link JobPurpose}. */
export const purposeLabel = "databases.example.com/purpose";
/** The annotation of Jobs with a hash of their pod, to notice changes of the spec. */
export const templateAnnotation = "databases.example.com/template";
/** The annotation of the Jobs of backups with their due time. */
export const scheduledAtAnnotation = "databases.example.com/scheduled-at";
/** The annotation of the volume with the version of its data. It is on the volume so that they cannot be separated. */
export const versionAnnotation = "databases.example.com/version";
/** The annotation of the volume that records the initialization. */
export const initialisedAnnotation = "databases.example.com/initialised";

/** The annotation of the volume with the snapshot for the deletion. The Job cannot record it, because it must be deleted before the volume. */
export const savedAsAnnotation = "databases.example.com/saved-as";

export type JobPurpose = "init" | "upgrade" | "snapshot" | "backup";

export const names = {
  service: (name: string) => name,
  statefulSet: (name: string) => name,
  connection: (name: string) => `${name}-connection`,
  volume: (name: string) => `${name}-data`,
  init: (name: string) => `${name}-init`,
  upgrade: (name: string, version: string) => `${name}-upgrade-${dashed(version)}`,
  /** A new attempt after a change of the spec takes a new snapshot, and overwrites none. */
  snapshotBefore: (name: string, version: string, generation = 0) => `${name}-before-${dashed(version)}-g${generation}`,
  /** With the uid, so that a later SampleDB with the same name does not use this snapshot. */
  finalSnapshot: (name: string, uid: string) => `${name}-final-${digest(uid).slice(0, 8)}`,
  /** The same name for the same time, so that an operator that was killed after creating the Job creates no second Job. */
  backup: (name: string, scheduledAt: Date) => `${name}-backup-${Math.floor(scheduledAt.getTime() / 60_000)}`,
} as const;

export function labelsOf(name: string): Record<string, string> {
  return { [databaseLabel]: name };
}

/** Returns the SampleDB of an object, by its label. */
export const toDatabase: MapFunction<KubeObject> = ({ metadata }) => {
  const name = metadata.labels?.[databaseLabel];
  return name === undefined ? [] : [{ namespace: metadata.namespace ?? "", name }];
};

/** Returns a short hash of a value. */
export function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
}

function dashed(version: string): string {
  return version.replace(".", "-");
}
