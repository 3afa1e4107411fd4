/** ResourceClaims. Source: k8s.io/kubernetes/pkg/quota/v1/evaluator/core/resource_claims.go. */
import type { JsonObject } from "../../../core/json.js";
import { numberOf, objectOf, objectsOf, textOf } from "../../api-object.js";
import { type Amount, amountOf } from "../../types/amount.js";
import type { Evaluator } from "./evaluator.js";

const count = "count/resourceclaims.resource.k8s.io";
const classSuffix = ".deviceclass.resource.k8s.io/devices";
/** The most devices of a claim: what a request for all devices may get. */
const mostDevices = 32;

export const resourceClaimEvaluator: Evaluator = {
  handles: ({ operation, subresource }) => subresource === "" && (operation === "CREATE" || operation === "UPDATE"),
  measures: (name) => name === count || name.endsWith(classSuffix),
  matchesScope: () => false,
  usage(claim) {
    const sums = new Map<string, number>();
    const requests = objectsOf(objectOf(objectOf(claim, "spec"), "devices"), "requests");
    for (const [name, devices] of requests.flatMap(devicesOf)) sums.set(name, (sums.get(name) ?? 0) + devices);
    const amounts = [...sums].map(([name, devices]): [string, Amount] => [`${name}${classSuffix}`, amountOf(devices)]);
    return new Map<string, Amount>([[count, amountOf(1)], ...amounts]);
  },
};

/** Returns the most devices of each class that a request may get. */
function devicesOf(request: JsonObject): (readonly [string, number])[] {
  const choices = objectsOf(request, "firstAvailable");
  const exactly = objectOf(request, "exactly");
  if (choices.length === 0) return exactly === undefined ? [] : [[textOf(exactly, "deviceClassName"), most(exactly)]];
  const highest = new Map<string, number>();
  for (const choice of choices) {
    const name = textOf(choice, "deviceClassName");
    highest.set(name, Math.max(highest.get(name) ?? 0, most(choice)));
  }
  return [...highest];
}

function most(request: JsonObject): number {
  if (textOf(request, "allocationMode") === "All") return mostDevices;
  return textOf(request, "allocationMode") === "ExactCount" ? (numberOf(request, "count") ?? 0) : 0;
}
