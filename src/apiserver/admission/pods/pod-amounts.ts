/** The resources that a pod requests as a whole. Source: k8s.io/component-helpers/resource/helpers.go. */
import type { JsonObject } from "../../../core/json.js";
import { objectOf, objectsOf, textOf } from "../../api-object.js";
import { addAll, type Amount, type Amounts, isZero, maximaOf, only, readAmounts } from "../../types/amount.js";

export type ResourceListName = "limits" | "requests";

/**
 * Containers run together. Init containers run one after another, except sidecars, which keep running beside those that follow.
 */
function containerAmounts(spec: JsonObject, list: ResourceListName): Amounts {
  let total: Amounts = new Map();
  for (const container of objectsOf(spec, "containers")) total = addAll(total, resourcesOf(container, list));
  let sidecars: Amounts = new Map();
  let initial: Amounts = new Map();
  for (const container of objectsOf(spec, "initContainers")) {
    const own = resourcesOf(container, list);
    if (textOf(container, "restartPolicy") === "Always") {
      total = addAll(total, own);
      sidecars = addAll(sidecars, own);
      initial = maximaOf(initial, sidecars);
    } else {
      initial = maximaOf(initial, addAll(own, sidecars));
    }
  }
  return maximaOf(total, initial);
}

/** Pod-level resources replace the sum of the containers; the overhead of the runtime is added. */
export function podAmounts(spec: JsonObject, list: ResourceListName): Amounts {
  const total = withPodLevel(spec, list, (name) => isPodLevel(name) || name.startsWith("hugepages-"));
  const overhead = readAmounts(spec, "overhead");
  if (list === "requests") return addAll(total, overhead);
  // The overhead adds no limit to a resource without one.
  return addAll(
    total,
    only(overhead, (name) => {
      const limit = total.get(name);
      return limit !== undefined && !isZero(limit);
    }),
  );
}

export function withPodLevel(
  spec: JsonObject,
  list: ResourceListName,
  counts: (name: string) => boolean,
): Map<string, Amount> {
  const own = only(resourcesOf(spec, list), counts);
  return new Map([...containerAmounts(spec, list), ...own]);
}

export function isPodLevel(name: string): boolean {
  return name === "cpu" || name === "memory";
}

function resourcesOf(holder: JsonObject, list: ResourceListName): Amounts {
  return readAmounts(objectOf(holder, "resources"), list);
}
