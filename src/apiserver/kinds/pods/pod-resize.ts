/** The `resize` subresource: only the resources of containers change. Source: pkg/registry/core/pod/strategy.go. */
import type { JsonObject } from "../../../core/json.js";
import { isSince, type KubernetesVersion } from "../../../schema/kubernetes-versions.js";
import { type ApiObject, objectOf, objectsOf, textOf } from "../../api-object.js";
import type { PartialUpdate } from "../../resource.js";
import { copyField, keepMetadata, partialUpdate } from "../common-strategy.js";
import { specOf } from "../workload-parts.js";
import { fillPodResources } from "./pod-level-resources.js";
import { validateResize } from "./validate-resize.js";

export function resizeUpdate(version: KubernetesVersion): PartialUpdate {
  return partialUpdate({
    prepareForUpdate: (object, old) => prepareResize(object, old, version),
    validateUpdate: (object, old) => validateResize(object, old, version),
  });
}

/** Keeps a pod with other containers unchanged, so that validation rejects it. */
function prepareResize(object: ApiObject, old: ApiObject, version: KubernetesVersion): void {
  const [spec, oldSpec] = [specOf(object), specOf(old)];
  const lists = ["containers", "initContainers"];
  if (lists.some((list) => objectsOf(spec, list).length !== objectsOf(oldSpec, list).length)) return;
  const kept = structuredClone(oldSpec);
  for (const list of lists) {
    if (oldSpec[list] !== undefined) kept[list] = withNewResources(objectsOf(kept, list), objectsOf(spec, list));
  }
  if (isSince(version, "1.37")) takePodResources(kept, spec);
  object["spec"] = kept;
  copyField(object, old, "status");
  keepMetadata(object, old);
}

/** A client that does not know the resources of the pod keeps them (PodLevelResourcesFixDefaulting). */
function takePodResources(kept: JsonObject, spec: JsonObject): void {
  if (objectOf(spec, "resources") === undefined) return;
  copyField(kept, spec, "resources");
  fillPodResources(kept);
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
