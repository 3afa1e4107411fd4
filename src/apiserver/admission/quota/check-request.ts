/** Source: k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go (CheckRequest). */
import { type ApiObject, objectOf } from "../../api-object.js";
import type { AdmissionAttributes } from "../../resource.js";
import {
  addAll,
  type Amount,
  type Amounts,
  compareAmounts,
  isZero,
  noAmount,
  only,
  readAmounts,
  showAmount,
  subtractAmount,
} from "../../types/amount.js";
import { admissionForbidden } from "../request-target.js";
import { type Evaluator, matchesScopes } from "./evaluator.js";

/** A quota, and its usage after the write. */
export interface Charge {
  readonly quota: ApiObject;
  readonly used: Amounts;
}

/**
 * Returns the new usage of each quota that a write increases.
 *
 * @throws StatusError if the request exceeds a quota
 */
export function chargesOf(
  quotas: readonly ApiObject[],
  attributes: AdmissionAttributes,
  evaluator: Evaluator,
  now: number,
): Charge[] {
  const { object } = attributes;
  if (object === undefined) return [];
  const interesting = quotas.filter((quota) => concerns(quota, object, evaluator));
  for (const quota of interesting) refuseUnmeasured(quota, object, attributes, evaluator);
  const usage = evaluator.usage(object, now);
  const negative = [...only(usage, (_, amount) => compareAmounts(amount, noAmount) < 0).keys()].toSorted();
  if (negative.length > 0) {
    throw admissionForbidden(attributes, `quota usage is negative for resource(s): ${negative.join(",")}`);
  }
  return interesting.flatMap((quota) => {
    const delta = deltaOf(quota, usage, attributes, evaluator, now);
    return delta.size === 0 ? [] : [charge(quota, delta, attributes)];
  });
}

function concerns(quota: ApiObject, object: ApiObject, evaluator: Evaluator): boolean {
  return measuredNames(quota, evaluator).length > 0 && matchesScopes(evaluator, quota, object);
}

function measuredNames(quota: ApiObject, evaluator: Evaluator): string[] {
  return Object.keys(objectOf(objectOf(quota, "status"), "hard") ?? {}).filter((name) => evaluator.measures(name));
}

function refuseUnmeasured(
  quota: ApiObject,
  object: ApiObject,
  attributes: AdmissionAttributes,
  evaluator: Evaluator,
): void {
  const { name = "" } = quota.metadata;
  const names = measuredNames(quota, evaluator);
  const missing = evaluator.findMissing?.(names, object);
  if (missing !== undefined) throw admissionForbidden(attributes, `failed quota: ${name}: ${missing}`);
  const used = objectOf(objectOf(quota, "status"), "used") ?? {};
  if (names.every((each) => used[each] !== undefined)) return;
  const why = `status unknown for quota: ${name}, resources: ${names.toSorted().join(",")}`;
  throw admissionForbidden(attributes, why);
}

/** Returns the increase over the old object; all of the usage if the old object did not count for the quota. */
function deltaOf(
  quota: ApiObject,
  usage: Amounts,
  { operation, oldObject }: AdmissionAttributes,
  evaluator: Evaluator,
  now: number,
): Amounts {
  const isCounted = operation === "UPDATE" && oldObject !== undefined && concerns(quota, oldObject, evaluator);
  const delta = isCounted ? increaseOf(usage, evaluator.usage(oldObject, now)) : usage;
  return only(delta, (_, amount) => !isZero(amount));
}

function increaseOf(usage: Amounts, before: Amounts): Map<string, Amount> {
  const names = new Set([...usage.keys(), ...before.keys()]);
  return new Map(
    [...names].map((name) => {
      const [now, old] = [usage.get(name), before.get(name)];
      const increase = now === undefined ? noAmount : old === undefined ? now : subtractAmount(now, old);
      return [name, compareAmounts(increase, noAmount) > 0 ? increase : noAmount];
    }),
  );
}

function charge(quota: ApiObject, delta: Amounts, attributes: AdmissionAttributes): Charge {
  const status = objectOf(quota, "status");
  const [hard, used] = [readAmounts(status, "hard"), readAmounts(status, "used")];
  const requested = only(delta, (name) => hard.has(name));
  const newUsed = addAll(used, requested);
  const exceeded = [...requested.keys()].filter((name) => {
    const [limit, sum] = [hard.get(name), newUsed.get(name)];
    return limit !== undefined && sum !== undefined && compareAmounts(sum, limit) > 0;
  });
  if (exceeded.length === 0 || attributes.subresource === "status") return { quota, used: newUsed };
  const show = (amounts: Amounts): string => showNamed(only(amounts, (name) => exceeded.includes(name)));
  const facts = `requested: ${show(requested)}, used: ${show(used)}, limited: ${show(hard)}`;
  throw admissionForbidden(attributes, `exceeded quota: ${quota.metadata.name}, ${facts}`);
}

function showNamed(amounts: Amounts): string {
  return [...amounts.keys()]
    .toSorted()
    .map((name) => `${name}=${showAmount(amounts.get(name) ?? noAmount)}`)
    .join(",");
}
