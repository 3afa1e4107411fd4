/** The resources of a whole pod. Source: validatePodResources in pkg/apis/core/validation/validation.go. */
import { compareQuantities } from "../../../cel/quantity.js";
import { type FieldError, forbidden, invalid } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { objectOf, objectsOf, textOf } from "../../api-object.js";
import { aggregateResources, printSum } from "./pod-resources.js";
import { quantitiesOf, readQuantity } from "./resource-lists.js";
import { isHugePages, validateRequirements } from "./validate-resources.js";

export function validatePodLevelResources(spec: JsonObject, path: string, claimNames: readonly string[]): FieldError[] {
  const resources = objectOf(spec, "resources");
  if (resources === undefined) return [];
  const at = `${path}.resources`;
  if (textOf(objectOf(spec, "os"), "name") === "windows") return [forbidden(at, "may not be set for a windows pod")];
  return [
    ...(resources["claims"] === undefined
      ? []
      : [forbidden(`${at}.claims`, "claims may not be set for Resources at pod-level")]),
    ...validateRequirements(resources, at, { isPodLevel: true, claimNames }),
    ...validateAggregate(spec, resources, "requests", at),
    ...validateAggregate(spec, resources, "limits", at),
    ...validateContainerLimits(spec, resources, at),
  ];
}

function validateAggregate(
  spec: JsonObject,
  resources: JsonObject,
  list: "limits" | "requests",
  path: string,
): FieldError[] {
  const own = objectOf(resources, list) ?? {};
  return [...aggregateResources(spec, list)].flatMap(([name, sum]) => {
    const quantity = readQuantity(own[name]);
    const isJudged = list === "requests" || isHugePages(name);
    if (quantity === undefined || !isJudged || compareQuantities(sum, quantity) <= 0) return [];
    const detail = `must be greater than or equal to aggregate container ${list} of ${printSum(name, sum)}`;
    return [invalid(`${path}.${list}[${name}]`, own[name], detail)];
  });
}

function validateContainerLimits(spec: JsonObject, resources: JsonObject, path: string): FieldError[] {
  const limits = objectOf(resources, "limits") ?? {};
  return objectsOf(spec, "containers").flatMap((container, index) => {
    const own = objectOf(container, "resources");
    return [...quantitiesOf(own, "limits")].flatMap(([name, quantity]) => {
      const limit = readQuantity(limits[name]);
      if (limit === undefined || compareQuantities(quantity, limit) <= 0) return [];
      const detail = `must be less than or equal to pod limits of ${textOf(limits, name)}`;
      return [invalid(`${path}.containers[${index}][${name}].limits`, objectOf(own, "limits")?.[name], detail)];
    });
  });
}
