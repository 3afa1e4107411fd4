import type { Condition } from "./objects.js";

/** A condition without its transition time, which {@link setCondition} sets. */
export type NewCondition = Omit<Condition, "lastTransitionTime"> & { readonly lastTransitionTime?: string };

/**
 * Sets a condition in a list: replaces the condition of the same type, or appends it. Keeps the transition time while
 * the status stays the same. When the status changes, sets the transition time to now (or to the time in `condition`),
 * following Kubernetes' API conventions.
 *
 * @returns true if the condition changed, and you must write the status
 *
 * @example
 * ```ts
 * import { type Condition, setCondition } from "tsop";
 *
 * export function markReady(conditions: Condition[], generation: number): boolean {
 *   return setCondition(conditions, {
 *     type: "Ready",
 *     status: "True",
 *     observedGeneration: generation,
 *     reason: "AllReplicasReady",
 *     message: "",
 *   });
 * }
 * ```
 */
export function setCondition(conditions: Condition[], condition: NewCondition, now: Date = new Date()): boolean {
  const index = conditions.findIndex(({ type }) => type === condition.type);
  const before = conditions[index];
  const isTransition = before?.status !== condition.status;
  const lastTransitionTime = isTransition ? (condition.lastTransitionTime ?? toTime(now)) : before.lastTransitionTime;
  const after: Condition = { ...condition, lastTransitionTime };
  if (before === undefined) conditions.push(after);
  else conditions[index] = after;
  return before === undefined || !isSame(before, after);
}

/**
 * Returns the condition of that type, or undefined if the list does not contain it.
 *
 * @example
 * ```ts
 * import { type Condition, findCondition } from "tsop";
 *
 * export const isReady = (conditions: Condition[] = []): boolean => findCondition(conditions, "Ready")?.status === "True";
 * ```
 */
export function findCondition<C extends { readonly type?: string | undefined }>(
  conditions: readonly C[] | undefined,
  type: string,
): C | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/**
 * Returns whether the list contains the condition of that type with the status `True`. Returns false for `Unknown` and
 * for a missing list.
 *
 * @example
 * ```ts
 * import { isConditionTrue } from "tsop";
 * import type { Deployment } from "tsop/k8s/apps/v1";
 *
 * export const isAvailable = ({ status }: Deployment): boolean => isConditionTrue(status?.conditions, "Available");
 * ```
 */
export function isConditionTrue(
  conditions: readonly { readonly type?: string | undefined; readonly status?: string | undefined }[] | undefined,
  type: string,
): boolean {
  return findCondition(conditions, type)?.status === "True";
}

/**
 * Removes the condition of that type from a list. Use it for a condition that no longer applies, such as `Upgrading`
 * when no upgrade is in progress.
 *
 * @returns true if the list contained it
 *
 * @example
 * ```ts
 * import { type Condition, removeCondition } from "tsop";
 *
 * export function forgetUpgrade(conditions: Condition[]): boolean {
 *   return removeCondition(conditions, "Upgrading");
 * }
 * ```
 */
export function removeCondition(conditions: Condition[], type: string): boolean {
  const kept = conditions.filter((condition) => condition.type !== type);
  const wasThere = kept.length < conditions.length;
  if (wasThere) conditions.splice(0, conditions.length, ...kept);
  return wasThere;
}

/** Returns the time in whole seconds, the precision of `metav1.Time`. */
function toTime(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, "Z");
}

function isSame(a: Condition, b: Condition): boolean {
  return (
    a.status === b.status &&
    a.reason === b.reason &&
    a.message === b.message &&
    a.observedGeneration === b.observedGeneration &&
    a.lastTransitionTime === b.lastTransitionTime
  );
}
