/**
 * The resources of a whole pod that the server fills in since 1.37, after admission (PodLevelResourcesFixDefaulting).
 * Source: DefaultPodLevelResources in pkg/api/pod/util.go.
 */
import { compareQuantities } from "../../../cel/quantity.js";
import type { JsonObject } from "../../../core/json.js";
import { objectOf, objectsOf, setDefault } from "../../api-object.js";
import { isPodLevelResource } from "./pod-defaults.js";
import { aggregateResources, printSum } from "./pod-resources.js";
import { readQuantity } from "./resource-lists.js";
import { isHugePages } from "./validate-resources.js";

export function fillPodResources(spec: JsonObject): void {
  const resources = objectOf(spec, "resources");
  const [requests, limits] = ["requests", "limits"].map((list) => ({
    ...objectOf(resources, list),
  }));
  if (resources === undefined || requests === undefined || limits === undefined) return;
  if (Object.keys(requests).length + Object.keys(limits).length === 0) return;
  limitHugePages(spec, requests, limits);
  fillRequests(spec, requests, limits);
  fillLimits(spec, requests, limits);
  if (Object.keys(limits).length > 0) resources["limits"] = limits;
  if (Object.keys(requests).length > 0) resources["requests"] = requests;
}

function limitHugePages(spec: JsonObject, requests: JsonObject, limits: JsonObject): void {
  for (const [name, sum] of aggregateResources(spec, "limits")) {
    if (isHugePages(name) && requests[name] === undefined) setDefault(limits, name, printSum(name, sum));
  }
}

function fillRequests(spec: JsonObject, requests: JsonObject, limits: JsonObject): void {
  for (const [name, sum] of aggregateResources(spec, "requests")) {
    if (name === "cpu" || name === "memory") setDefault(requests, name, printSum(name, sum));
  }
  for (const [name, limit] of Object.entries(limits)) {
    if (isPodLevelResource(name) && limit !== undefined) setDefault(requests, name, limit);
  }
}

/** A limit is the sum of the limits of the containers, if each has one, and at least the request. */
function fillLimits(spec: JsonObject, requests: JsonObject, limits: JsonObject): void {
  const containers = [...objectsOf(spec, "containers"), ...objectsOf(spec, "initContainers")];
  const isLimited = (name: string): boolean =>
    containers.every((each) => objectOf(objectOf(each, "resources"), "limits")?.[name] !== undefined);
  const sums = aggregateResources(spec, "limits");
  for (const [name, given] of Object.entries(requests)) {
    const [sum, request] = [sums.get(name), readQuantity(given)];
    if (!isPodLevelResource(name) || sum === undefined || !isLimited(name)) continue;
    const isBelow = request !== undefined && given !== undefined && compareQuantities(request, sum) > 0;
    setDefault(limits, name, isBelow ? given : printSum(name, sum));
  }
}
