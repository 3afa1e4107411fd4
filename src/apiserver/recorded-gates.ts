import { readFileSync } from "node:fs";
import type { KubernetesVersion } from "../schema/kubernetes-versions.js";
import { versionedData } from "../schema/versioned-data.js";

export interface KnownGate {
  readonly stage: "ALPHA" | "BETA" | "GA" | "DEPRECATED";
  /** Whether the feature is on by default. */
  readonly isOn: boolean;
  /** Set if the gate cannot have another value. */
  readonly isLocked?: true;
}

/** Returns all feature gates of kube-apiserver, as recorded from it (scripts/k8s/fetch-feature-gates.ts). */
export function readKnownGates(version: KubernetesVersion): ReadonlyMap<string, KnownGate> {
  const text = readFileSync(versionedData(version, "feature-gates.json"), "utf8");
  // The script writes exactly this shape.
  return new Map(Object.entries(JSON.parse(text) as Record<string, KnownGate>));
}
