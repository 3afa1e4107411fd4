/** The defaults of pods that templates do not get. Source: SetDefaults_Pod in pkg/apis/core/v1/defaults.go. */
import type { JsonObject } from "../../../core/json.js";
import { type ApiObject, ensureObject, isSet, numberOf, objectOf, objectsOf, setDefault } from "../../api-object.js";
import { alignPodAddresses } from "./pod-addresses.js";
import { setPodSpecDefaults } from "./pod-spec-defaults.js";
import { aggregateResources, printSum } from "./pod-resources.js";

/** The resources of the whole pod get theirs in `setPodRequests`. */
export function setPodDefaults(pod: ApiObject): void {
  const spec = ensureObject(pod, "spec");
  setPodSpecDefaults(spec);
  const containers = [...objectsOf(spec, "containers"), ...objectsOf(spec, "initContainers")];
  for (const container of containers) requestLimits(objectOf(container, "resources"));
  setDefault(spec, "enableServiceLinks", true);
  // Only for pods: a template keeps its value.
  if ((numberOf(spec, "terminationGracePeriodSeconds") ?? 0) < 0) spec["terminationGracePeriodSeconds"] = 1;
  alignPodAddresses(pod);
  if (!isSet(spec, "hostNetwork")) return;
  for (const port of containers.flatMap((container) => objectsOf(container, "ports"))) {
    if (port["containerPort"] !== undefined) setDefault(port, "hostPort", port["containerPort"]);
  }
}

/** Sets missing requests to the limits. */
function requestLimits(resources: JsonObject | undefined): void {
  const limits = objectOf(resources, "limits");
  if (resources === undefined || limits === undefined || Object.keys(limits).length === 0) return;
  const requests = ensureObject(resources, "requests");
  for (const [name, limit] of Object.entries(limits)) if (limit !== undefined) setDefault(requests, name, limit);
}

/** Sets the requests of the whole pod, before 1.37: the sum of its containers' requests, or otherwise its limits. */
export function setPodRequests(spec: JsonObject): void {
  const resources = objectOf(spec, "resources");
  const limits = objectOf(resources, "limits") ?? {};
  if (resources === undefined || Object.keys(limits).length === 0) return;
  const requests = { ...objectOf(resources, "requests") };
  for (const [name, quantity] of aggregateResources(spec, "requests")) {
    if (name === "cpu" || name === "memory") setDefault(requests, name, printSum(name, quantity));
  }
  for (const [name, limit] of Object.entries(limits)) {
    if (isPodLevelResource(name) && limit !== undefined) setDefault(requests, name, limit);
  }
  if (Object.keys(requests).length > 0) resources["requests"] = requests;
}

/** Source: k8s.io/component-helpers/resource/helpers.go. */
export function isPodLevelResource(name: string): boolean {
  return name === "cpu" || name === "memory" || name.startsWith("hugepages-");
}
