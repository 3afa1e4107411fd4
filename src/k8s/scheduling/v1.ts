// Made by `npm run generate:k8s` from data/openapi/scheduling/v1.json: change that, or the script.
import { type ListMeta, type ObjectMeta, defineKind } from "../../kube/objects.js";
import type { Int32 } from "../../kube/scalars.js";

/**
 * PriorityClass defines mapping from a priority class name to the priority integer value. The value can be any
 * valid integer.
 */
export interface PriorityClass {
  apiVersion: "scheduling.k8s.io/v1";
  /** description is an arbitrary string that usually provides guidelines on when this priority class should be used. */
  description?: string;
  /**
   * globalDefault specifies whether this PriorityClass should be considered as the default priority for pods that
   * do not have any priority class. Only one PriorityClass can be marked as `globalDefault`. However, if more than
   * one PriorityClasses exists with their `globalDefault` field set to true, the smallest value of such global
   * default PriorityClasses will be used as the default priority.
   */
  globalDefault?: boolean;
  kind: "PriorityClass";
  metadata: ObjectMeta;
  /**
   * preemptionPolicy is the Policy for preempting pods with lower priority. One of Never, PreemptLowerPriority.
   * Defaults to PreemptLowerPriority if unset.
   */
  preemptionPolicy?: "Never" | "PreemptLowerPriority";
  /**
   * value represents the integer value of this priority class. This is the actual priority that pods receive when
   * they have the name of this class in their pod spec.
   */
  value?: Int32;
}
export const PriorityClass = /* @__PURE__ */ defineKind<PriorityClass>("scheduling.k8s.io/v1", "PriorityClass");

/** PriorityClassList is a collection of priority classes. */
export interface PriorityClassList {
  apiVersion: "scheduling.k8s.io/v1";
  /** items is the list of PriorityClasses */
  items: PriorityClass[];
  kind: "PriorityClassList";
  /**
   * Standard list metadata More info:
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata
   */
  metadata?: ListMeta;
}
