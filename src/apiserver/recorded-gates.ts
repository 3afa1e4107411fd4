import { readFileSync } from "node:fs";

export interface KnownGate {
  readonly stage: "ALPHA" | "BETA" | "GA" | "DEPRECATED";
  /** Whether the feature is on by default. */
  readonly isOn: boolean;
}

/** Returns all feature gates of kube-apiserver 1.35, as recorded from its metrics (scripts/k8s/fetch-feature-gates.ts). */
export function readKnownGates(): ReadonlyMap<string, KnownGate> {
  const text = readFileSync(new URL("../../data/feature-gates.json", import.meta.url), "utf8");
  // The script writes exactly this shape.
  return new Map(Object.entries(JSON.parse(text) as Record<string, KnownGate>));
}
