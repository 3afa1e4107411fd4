/** The `resize` subresource: only the resources of containers change. Source: pkg/registry/core/pod/strategy.go. */
import type { JsonObject } from "../../../core/json.js";
import { type ApiObject, objectsOf, textOf } from "../../api-object.js";
import { copyField, keepMetadata, partialUpdate } from "../common-strategy.js";
import { specOf } from "../workload-parts.js";
import { validateResize } from "./validate-resize.js";

export const resizeUpdate = partialUpdate({ prepareForUpdate: prepareResize, validateUpdate: validateResize });

/** Keeps a pod with other containers unchanged, so that validation rejects it. */
function prepareResize(object: ApiObject, old: ApiObject): void {
  const [spec, oldSpec] = [specOf(object), specOf(old)];
  const lists = ["containers", "initContainers"];
  if (lists.some((list) => objectsOf(spec, list).length !== objectsOf(oldSpec, list).length)) return;
  const kept = structuredClone(oldSpec);
  for (const list of lists) {
    if (oldSpec[list] !== undefined) kept[list] = withNewResources(objectsOf(kept, list), objectsOf(spec, list));
  }
  object["spec"] = kept;
  copyField(object, old, "status");
  keepMetadata(object, old);
}

function withNewResources(old: readonly JsonObject[], containers: readonly JsonObject[]): JsonObject[] {
  const isSameOrder = old.every((container, index) => textOf(container, "name") === textOf(containers[index], "name"));
  if (!isSameOrder) return [...containers];
  return old.map((container, index) => {
    const changed = containers[index] ?? {};
    for (const name of ["resources", "resizePolicy"]) copyField(container, changed, name);
    return container;
  });
}
