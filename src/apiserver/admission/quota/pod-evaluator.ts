/** Source: k8s.io/kubernetes/pkg/quota/v1/evaluator/core/pods.go. */
import type { JsonObject } from "../../../core/json.js";
import { type ApiObject, listOf, numberOf, objectOf, objectsOf, textOf } from "../../api-object.js";
import { qosClassOf } from "../../kinds/pods/pod-resources.js";
import { type Amount, type Amounts, amountOf, readAmounts } from "../../types/amount.js";
import { podAmounts } from "../pods/pod-amounts.js";
import { type Evaluator, matchesName, type Scope } from "./evaluator.js";

const computed: readonly string[] = ["cpu", "memory", "ephemeral-storage"];
const names: ReadonlySet<string> = new Set([
  ...["count/pods", "pods"],
  ...computed.flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
]);
/** The resources that each container must request or limit if a quota names them. */
const demanded: ReadonlySet<string> = new Set(
  ["cpu", "memory"].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
);

export const podEvaluator: Evaluator = {
  handles({ operation, subresource, object, oldObject }) {
    if (subresource === "resize") return operation === "UPDATE";
    if (subresource !== "") return false;
    if (operation === "CREATE") return true;
    if (operation !== "UPDATE" || object === undefined || oldObject === undefined) return false;
    return isTerminating(object) !== isTerminating(oldObject);
  },
  measures: (name) =>
    names.has(name) ||
    name.startsWith("hugepages-") ||
    name.startsWith("requests.hugepages-") ||
    isExtendedRequest(name),
  findMissing,
  matchesScope,
  usage(pod, now) {
    const counted = new Map<string, Amount>([["count/pods", amountOf(1)]]);
    if (isOver(pod, now)) return counted;
    const spec = objectOf(pod, "spec") ?? {};
    return new Map([...counted, ...computeUsage(podAmounts(spec, "requests"), podAmounts(spec, "limits"))]);
  },
};

function computeUsage(requests: Amounts, limits: Amounts): Map<string, Amount> {
  const usage = new Map<string, Amount>([["pods", amountOf(1)]]);
  for (const name of computed) {
    const [request, limit] = [requests.get(name), limits.get(name)];
    if (request !== undefined) usage.set(name, request).set(`requests.${name}`, request);
    if (limit !== undefined) usage.set(`limits.${name}`, limit);
  }
  for (const [name, request] of requests) {
    if (name.startsWith("hugepages-")) usage.set(name, request).set(`requests.${name}`, request);
    if (isExtended(name)) usage.set(`requests.${name}`, request);
  }
  return usage;
}

function isExtended(name: string): boolean {
  if (name.startsWith("deviceclass.resource.kubernetes.io/")) return true;
  return name.includes("/") && !name.includes("kubernetes.io/") && !name.startsWith("requests.");
}

function isExtendedRequest(name: string): boolean {
  return name.startsWith("requests.") && isExtended(name.slice("requests.".length));
}

function findMissing(required: readonly string[], pod: ApiObject): string | undefined {
  const spec = objectOf(pod, "spec") ?? {};
  const ofPod = objectOf(spec, "resources");
  if (Object.keys({ ...objectOf(ofPod, "requests"), ...objectOf(ofPod, "limits") }).length > 0) return undefined;
  const judged = required.filter((name) => demanded.has(name)).toSorted();
  const containers = [...objectsOf(spec, "containers"), ...objectsOf(spec, "initContainers")];
  const missing = judged.flatMap((name) => {
    const without = containers.filter((container) => !usageOf(container).has(name));
    const shown = [...new Set(without.map((container) => textOf(container, "name")))].toSorted();
    return shown.length === 0 ? [] : [`${name} for: ${shown.join(",")}`];
  });
  return missing.length === 0 ? undefined : `must specify ${missing.join("; ")}`;
}

function usageOf(container: JsonObject): Amounts {
  const resources = objectOf(container, "resources");
  return computeUsage(readAmounts(resources, "requests"), readAmounts(resources, "limits"));
}

function matchesScope(scope: Scope, pod: ApiObject): boolean {
  const spec = objectOf(pod, "spec") ?? {};
  switch (scope.scopeName) {
    case "Terminating":
      return isTerminating(pod);
    case "NotTerminating":
      return !isTerminating(pod);
    case "BestEffort":
      return qosClassOf(spec) === "BestEffort";
    case "NotBestEffort":
      return qosClassOf(spec) !== "BestEffort";
    case "PriorityClass":
      return matchesName(scope, textOf(spec, "priorityClassName"));
    case "CrossNamespacePodAffinity":
      return looksBeyondNamespace(spec);
    default:
      return false;
  }
}

function isTerminating(pod: ApiObject): boolean {
  return (numberOf(objectOf(pod, "spec"), "activeDeadlineSeconds") ?? -1) >= 0;
}

function looksBeyondNamespace(spec: JsonObject): boolean {
  const affinity = objectOf(spec, "affinity");
  return ["podAffinity", "podAntiAffinity"].some((name) => {
    const holder = objectOf(affinity, name);
    const preferred = objectsOf(holder, "preferredDuringSchedulingIgnoredDuringExecution");
    const terms = [
      ...objectsOf(holder, "requiredDuringSchedulingIgnoredDuringExecution"),
      ...preferred.map((term) => objectOf(term, "podAffinityTerm") ?? {}),
    ];
    return terms.some(
      (term) => listOf(term, "namespaces").length > 0 || objectOf(term, "namespaceSelector") !== undefined,
    );
  });
}

/** Returns whether a pod has ended, or should have ended by now. */
function isOver(pod: ApiObject, now: number): boolean {
  const phase = textOf(objectOf(pod, "status"), "phase");
  if (phase === "Failed" || phase === "Succeeded") return true;
  const { deletionTimestamp, deletionGracePeriodSeconds } = pod.metadata;
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds === undefined) return false;
  return now > Date.parse(deletionTimestamp) + deletionGracePeriodSeconds * 1000;
}
