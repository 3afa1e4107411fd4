import { createHash } from "node:crypto";
import type { PodTemplateSpec } from "../../../k8s/core/v1.js";
import { letters } from "../../objects/generated-name.js";

/** Returns a name for a pod template. Kubernetes' hash differs: it is one of Go's values in memory. */
export function templateHash(template: PodTemplateSpec, collisionCount = 0): string {
  return hashOf(JSON.stringify(template) + (collisionCount === 0 ? "" : String(collisionCount)));
}

export function hashOf(text: string): string {
  const bytes = createHash("sha256").update(text).digest().subarray(0, 10);
  return Array.from(bytes, (byte) => letters[byte % letters.length]).join("");
}
