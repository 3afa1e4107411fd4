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

/** What everything that belongs to one SampleDB is called. */

import { createHash } from "node:crypto";
import type { KubeObject, MapFunction } from "tsop";

/** On everything that the operator makes: the SampleDB that it belongs to. Some of it is not owned, see {@link volume}. */
export const databaseLabel = "databases.example.com/database";
/** On Jobs: which {@link JobPurpose} one has. */
export const purposeLabel = "databases.example.com/purpose";
/** On Jobs: what its pod was made from, to notice a change of the spec. */
export const templateAnnotation = "databases.example.com/template";
/** On Jobs of backups: when it was due. */
export const scheduledAtAnnotation = "databases.example.com/scheduled-at";
/** On the volume: the version of the data in it. It stands where the data is, so that neither can get lost without the other. */
export const versionAnnotation = "databases.example.com/version";
/** On the volume: whether its data has been initialised. */
export const initialisedAnnotation = "databases.example.com/initialised";

/** On the volume: the snapshot that was taken of it for the deletion. It says more than the Job, which has to go before the volume can. */
export const savedAsAnnotation = "databases.example.com/saved-as";

export type JobPurpose = "init" | "upgrade" | "snapshot" | "backup";

export const names = {
  service: (name: string) => name,
  statefulSet: (name: string) => name,
  connection: (name: string) => `${name}-connection`,
  volume: (name: string) => `${name}-data`,
  init: (name: string) => `${name}-init`,
  upgrade: (name: string, version: string) => `${name}-upgrade-${dashed(version)}`,
  /** Another attempt, after a change of the spec, takes another snapshot: none is written over. */
  snapshotBefore: (name: string, version: string, generation = 0) => `${name}-before-${dashed(version)}-g${generation}`,
  /** Another SampleDB of the same name has another uid, and must not take this snapshot for its own. */
  finalSnapshot: (name: string, uid: string) => `${name}-final-${digest(uid).slice(0, 8)}`,
  /** The same for the same time: an operator that was killed after it made the Job makes no second one. */
  backup: (name: string, scheduledAt: Date) => `${name}-backup-${Math.floor(scheduledAt.getTime() / 60_000)}`,
} as const;

export function labelsOf(name: string): Record<string, string> {
  return { [databaseLabel]: name };
}

/** The SampleDB that an object belongs to, by its label. */
export const toDatabase: MapFunction<KubeObject> = ({ metadata }) => {
  const name = metadata.labels?.[databaseLabel];
  return name === undefined ? [] : [{ namespace: metadata.namespace ?? "", name }];
};

/** A short text that differs when the value does. */
export function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
}

function dashed(version: string): string {
  return version.replace(".", "-");
}
