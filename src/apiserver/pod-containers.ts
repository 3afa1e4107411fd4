/** The containers of a pod's spec, from all three lists. */
import type { JsonObject } from "../core/json.js";
import { objectsOf } from "./api-object.js";

/** In the order in which Kubernetes visits them. */
export const containerLists = ["initContainers", "containers", "ephemeralContainers"] as const;

export function containersOf(spec: JsonObject | undefined): JsonObject[] {
  return containerLists.flatMap((list) => [...objectsOf(spec, list)]);
}

/** @param path - of the spec */
export function visitContainers<Result>(
  spec: JsonObject,
  path: string,
  visit: (container: JsonObject, path: string) => readonly Result[],
): Result[] {
  return containerLists.flatMap((list) =>
    objectsOf(spec, list).flatMap((container, index) => visit(container, `${path}.${list}[${index}]`)),
  );
}
