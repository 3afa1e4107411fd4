/** What a simulated workload asks for. */
import { createHash } from "node:crypto";
import { type ApiObject, numberOf, objectOf, textOf } from "../api-object.js";

/** On a workload, or on its pod template: it never becomes ready. The value is the reason that its containers wait for. */
const failAnnotation = "simulate.tsop.dev/fail";

/** Why it is not to become ready; undefined where it is. */
export function failureOf(object: ApiObject): string | undefined {
  const template = objectOf(objectOf(objectOf(object, "spec"), "template"), "metadata");
  const places = [objectOf(object, "metadata"), template].map((metadata) => objectOf(metadata, "annotations"));
  return places.map((annotations) => textOf(annotations, failAnnotation)).find((text) => text !== "");
}

/** Tells templates of pods apart. */
export function templateHash(object: ApiObject): string {
  const template = objectOf(objectOf(object, "spec"), "template") ?? {};
  return createHash("sha256").update(JSON.stringify(template)).digest("hex").slice(0, 10);
}

/** A number of the spec. */
export function asked(object: ApiObject, field: string, absent: number): number {
  return numberOf(objectOf(object, "spec"), field) ?? absent;
}
