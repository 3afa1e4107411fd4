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

import type { EventDetails } from "tsop";
import type { StatefulSet } from "tsop/k8s/apps/v1";
import { versionAnnotation } from "./names.js";

/** Describes the effects of an applied StatefulSet on users of the cluster, as events. */
export function changesOf(before: StatefulSet | undefined, after: StatefulSet): EventDetails[] {
  const event = (reason: string, action: string, note: string): EventDetails => ({
    type: "Normal",
    reason,
    action,
    note,
  });
  if (before === undefined) return [event("Created", "CreateNodes", `${replicasOf(after)} nodes`)];
  const changed = (annotation: string): boolean => annotationOf(before, annotation) !== annotationOf(after, annotation);
  const versions = [before, after].map((set) => annotationOf(set, versionAnnotation) ?? "?");
  return [
    ...(changed(versionAnnotation) ? [event("UpgradeStarted", "ReplaceNodes", `from ${versions.join(" to ")}`)] : []),
    ...(changed("mysql.presslabs.org/config")
      ? [event("ConfigurationChanged", "ReplaceNodes", "the nodes are replaced one by one")]
      : []),
    ...(changed("mysql.presslabs.org/init")
      ? [event("CredentialsChanged", "ReplaceNodes", "the nodes are replaced one by one")]
      : []),
    ...(replicasOf(before) === replicasOf(after)
      ? []
      : [event("Scaled", "ScaleNodes", `from ${replicasOf(before)} to ${replicasOf(after)} nodes`)]),
  ];
}

function annotationOf({ spec }: StatefulSet, name: string): string | undefined {
  return spec.template.metadata?.annotations?.[name];
}

function replicasOf({ spec }: StatefulSet): number {
  return spec.replicas ?? 1;
}
