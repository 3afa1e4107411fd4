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

import type { StatefulSet } from "tsop/k8s/apps/v1";
import type { MysqlCluster } from "../api/v1alpha1/mysqlcluster_types.js";
import { versionAnnotation } from "./names.js";

export interface VersionDecision {
  /** The version to run. */
  readonly version: string;
  /** The lower version of the spec, which cannot run: MySQL does not read data of a later version. */
  readonly refused?: string;
}

/**
 * A version can only increase. The pod template contains the highest version: a node may already have data in that version
 * before the upgrade is complete. The status contains the version if a user deletes the StatefulSet.
 */
export function decideVersion(cluster: MysqlCluster, existing: StatefulSet | undefined): VersionDecision {
  const wanted = cluster.spec.mysqlVersion ?? "8.4.0";
  const begun = existing?.spec.template.metadata?.annotations?.[versionAnnotation];
  const [reached = wanted] = [begun, cluster.status?.version]
    .filter((version) => version !== undefined)
    .sort(compareVersions)
    .reverse();
  return compareVersions(wanted, reached) < 0 ? { version: reached, refused: wanted } : { version: wanted };
}

/** Compares versions for `Array.sort`: 8.0.9 before 8.0.36. */
export function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
