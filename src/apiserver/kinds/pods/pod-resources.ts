/** The total resources of a pod's containers. Source: k8s.io/component-helpers/resource/helpers.go. */
import { compareQuantities, type Quantity } from "../../../cel/quantity.js";
import type { JsonObject } from "../../../core/json.js";
import { objectOf, objectsOf, textOf } from "../../api-object.js";
import { canonicalQuantity } from "../../types/quantity-text.js";
import { addTo, isPositive, quantitiesOf } from "./resource-lists.js";

/**
 * Sums the resources of containers. Init containers run one after another, except sidecars, which keep running beside the
 * later ones.
 */
export function aggregateResources(spec: JsonObject, list: "limits" | "requests"): Map<string, Quantity> {
  const total = new Map<string, Quantity>();
  for (const container of objectsOf(spec, "containers")) addAll(total, resourcesOf(container, list));
  const sidecars = new Map<string, Quantity>();
  const initial = new Map<string, Quantity>();
  for (const container of objectsOf(spec, "initContainers")) {
    const own = resourcesOf(container, list);
    if (textOf(container, "restartPolicy") === "Always") {
      addAll(total, own);
      addAll(sidecars, own);
      raise(initial, sidecars);
    } else {
      addAll(own, sidecars);
      raise(initial, own);
    }
  }
  raise(total, initial);
  return total;
}

function resourcesOf(container: JsonObject, list: string): Map<string, Quantity> {
  return quantitiesOf(objectOf(container, "resources"), list);
}

function addAll(sums: Map<string, Quantity>, added: ReadonlyMap<string, Quantity>): void {
  for (const [name, quantity] of added) addTo(sums, name, quantity);
}

function raise(maxima: Map<string, Quantity>, others: ReadonlyMap<string, Quantity>): void {
  for (const [name, quantity] of others) {
    const known = maxima.get(name);
    if (known === undefined || compareQuantities(quantity, known) > 0) maxima.set(name, quantity);
  }
}

/** Prints memory in binary units if the value is a multiple. */
export function printSum(name: string, { digits, scale }: Quantity): string {
  const isEven = name !== "cpu" && scale >= 0 && (digits * 10n ** BigInt(scale)) % 1024n === 0n;
  const text = isEven ? `${(digits * 10n ** BigInt(scale)) / 1024n}Ki` : `${digits}${scale === -3 ? "m" : `e${scale}`}`;
  const canonical = canonicalQuantity(text);
  return "text" in canonical ? canonical.text : text;
}

/** Source: pkg/apis/core/helper/qos/qos.go. */
export function qosClassOf(spec: JsonObject): "BestEffort" | "Burstable" | "Guaranteed" {
  const ofPod = objectOf(spec, "resources");
  const holders =
    ofPod !== undefined
      ? [ofPod]
      : [...objectsOf(spec, "containers"), ...objectsOf(spec, "initContainers")].map((each) =>
          objectOf(each, "resources"),
        );
  const requests = new Map<string, Quantity>();
  const limits = new Map<string, Quantity>();
  let isGuaranteed = true;
  for (const holder of holders) {
    addAll(requests, positiveOf(holder, "requests"));
    const ownLimits = positiveOf(holder, "limits");
    addAll(limits, ownLimits);
    if (ownLimits.size < 2 && (ofPod === undefined || objectOf(holder, "limits") !== undefined)) isGuaranteed = false;
  }
  if (requests.size === 0 && limits.size === 0) return "BestEffort";
  const areEqual = [...requests].every(([name, quantity]) => {
    const limit = limits.get(name);
    return limit !== undefined && compareQuantities(limit, quantity) === 0;
  });
  return isGuaranteed && areEqual && requests.size === limits.size ? "Guaranteed" : "Burstable";
}

function positiveOf(holder: JsonObject | undefined, list: string): Map<string, Quantity> {
  const isCounted = (name: string): boolean => name === "cpu" || name === "memory";
  return new Map([...quantitiesOf(holder, list)].filter(([name, quantity]) => isCounted(name) && isPositive(quantity)));
}
