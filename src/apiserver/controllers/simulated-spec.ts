/** The desired state of a simulated workload. */
import { createHash } from "node:crypto";
import { type ApiObject, numberOf, objectOf, textOf } from "../api-object.js";

/**
 * Set on a workload or its pod template, it keeps the workload from becoming ready. The value is the waiting reason of its
 * containers.
 */
const failAnnotation = "simulate.tsop.dev/fail";

/** Returns why the object must not become ready; undefined if it may. */
export function failureOf(object: ApiObject): string | undefined {
  const template = objectOf(objectOf(objectOf(object, "spec"), "template"), "metadata");
  const places = [objectOf(object, "metadata"), template].map((metadata) => objectOf(metadata, "annotations"));
  return places.map((annotations) => textOf(annotations, failAnnotation)).find((text) => text !== "");
}

/** Returns a hash that distinguishes pod templates. */
export function templateHash(object: ApiObject): string {
  const template = objectOf(objectOf(object, "spec"), "template") ?? {};
  return createHash("sha256").update(JSON.stringify(template)).digest("hex").slice(0, 10);
}

/** Returns a number in the spec, or `absent`. */
export function asked(object: ApiObject, field: string, absent: number): number {
  return numberOf(objectOf(object, "spec"), field) ?? absent;
}
