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
  /** What to run. */
  readonly version: string;
  /** What was asked for instead, and cannot be had: MySQL does not read data of a later version. */
  readonly refused?: string;
}

/**
 * A version can only rise. The pod template says how far it has come: a node may have the data in that version already,
 * although the upgrade is not finished. The status knows it when somebody has deleted the StatefulSet.
 */
export function decideVersion(cluster: MysqlCluster, existing: StatefulSet | undefined): VersionDecision {
  const wanted = cluster.spec.mysqlVersion ?? "8.4.0";
  const begun = existing?.spec?.template.metadata?.annotations?.[versionAnnotation];
  const [reached = wanted] = [begun, cluster.status?.version]
    .filter((version) => version !== undefined)
    .sort(compareVersions)
    .reverse();
  return compareVersions(wanted, reached) < 0 ? { version: reached, refused: wanted } : { version: wanted };
}

/** As `Array.sort` wants it: 8.0.9 before 8.0.36. */
export function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
