import { readFileSync } from "node:fs";
import type { KubernetesVersion } from "../schema/kubernetes-versions.js";
import { versionedData } from "../schema/versioned-data.js";
import type { ApiObject } from "./api-object.js";

/**
 * Returns the objects of each resource in a fresh kube-apiserver, as recorded from a real one (scripts/k8s/fetch-bootstrap.ts):
 * by storage key, sorted by namespace and name. The caller owns the objects. `now`: the time of conditions,
 * `2026-01-31T12:00:00Z`.
 */
export function readRecordedObjects(now: string, version: KubernetesVersion): Readonly<Record<string, ApiObject[]>> {
  const text = readFileSync(versionedData(version, "bootstrap-objects.json"), "utf8");
  // The script writes exactly this shape.
  return JSON.parse(text, (key, value: unknown) => (key === "lastTransitionTime" ? now : value)) as Record<
    string,
    ApiObject[]
  >;
}
