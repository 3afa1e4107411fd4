// Made by `npm run generate:k8s` from data/openapi/policy/v1.json: change that, or the script.
import { type Condition, type ListMeta, type ObjectMeta, defineKind } from "../../kube/objects.js";
import type { Int32, Int64, IntOrString, Time } from "../../kube/scalars.js";
import type { DeleteOptions, LabelSelector } from "../meta/v1.js";

/**
 * Eviction evicts a pod from its node subject to certain policies and safety constraints. This is a subresource
 * of Pod. A request to cause such an eviction is created by POSTing to .../pods/<pod name>/evictions.
 */
export interface Eviction {
  apiVersion: "policy/v1";
  /** deleteOptions may be provided */
  deleteOptions?: DeleteOptions;
  kind: "Eviction";
  metadata: ObjectMeta;
}

/** PodDisruptionBudget is an object to define the max disruption that can be caused to a collection of pods */
export interface PodDisruptionBudget {
  apiVersion: "policy/v1";
  kind: "PodDisruptionBudget";
  metadata: ObjectMeta;
  /** spec is the specification of the desired behavior of the PodDisruptionBudget. */
  spec?: PodDisruptionBudgetSpec;
  /** status is the most recently observed status of the PodDisruptionBudget. */
  status?: PodDisruptionBudgetStatus;
}
export const PodDisruptionBudget = /* @__PURE__ */ defineKind<PodDisruptionBudget>("policy/v1", "PodDisruptionBudget");

/** PodDisruptionBudgetList is a collection of PodDisruptionBudgets. */
export interface PodDisruptionBudgetList {
  apiVersion: "policy/v1";
  /** Items is a list of PodDisruptionBudgets */
  items: PodDisruptionBudget[];
  kind: "PodDisruptionBudgetList";
  /**
   * Standard object's metadata. More info:
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata
   */
  metadata?: ListMeta;
}

/** PodDisruptionBudgetSpec is a description of a PodDisruptionBudget. */
export interface PodDisruptionBudgetSpec {
  /**
   * maxUnavailable indicates that an eviction is allowed if at most "maxUnavailable" pods selected by "selector"
   * are unavailable after the eviction, i.e. even in absence of the evicted pod. For example, one can prevent all
   * voluntary evictions by specifying 0. This is a mutually exclusive setting with "minAvailable".
   */
  maxUnavailable?: IntOrString;
  /**
   * minAvailable indicates that an eviction is allowed if at least "minAvailable" pods selected by "selector" will
   * still be available after the eviction, i.e. even in the absence of the evicted pod. So for example you can
   * prevent all voluntary evictions by specifying "100%".
   */
  minAvailable?: IntOrString;
  /**
   * selector is a label query over pods whose evictions are managed by the disruption budget. A null selector will
   * match no pods, while an empty ({}) selector will select all pods within the namespace.
   */
  selector?: LabelSelector;
  /**
   * unhealthyPodEvictionPolicy defines the criteria for when unhealthy pods should be considered for eviction.
   * Current implementation considers healthy pods, as pods that have status.conditions item with
   * type="Ready",status="True".
   */
  unhealthyPodEvictionPolicy?: "AlwaysAllow" | "IfHealthyBudget";
}

/**
 * PodDisruptionBudgetStatus represents information about the status of a PodDisruptionBudget. Status may trail
 * the actual state of a system.
 */
export interface PodDisruptionBudgetStatus {
  /**
   * Conditions contain conditions for PDB. The disruption controller sets the DisruptionAllowed condition. The
   * following are known values for the reason field (additional reasons could be added in the future): -
   * SyncFailed: The controller encountered an error and wasn't able to compute the number of allowed disruptions.
   * Therefore no disruptions are allowed and the status of the condition will be False. - InsufficientPods: The
   * number of pods are either at or below the number required by the PodDisruptionBudget. No disruptions are
   * allowed and the status of the condition will be False. - SufficientPods: There are more pods than required by
   * the PodDisruptionBudget. The condition will be True, and the number of allowed disruptions are provided by the
   * disruptionsAllowed property.
   */
  conditions?: Condition[];
  /** current number of healthy pods */
  currentHealthy?: Int32;
  /** minimum desired number of healthy pods */
  desiredHealthy?: Int32;
  /**
   * DisruptedPods contains information about pods whose eviction was processed by the API server eviction
   * subresource handler but has not yet been observed by the PodDisruptionBudget controller. A pod will be in this
   * map from the time when the API server processed the eviction request to the time when the pod is seen by PDB
   * controller as having been marked for deletion (or after a timeout). The key in the map is the name of the pod
   * and the value is the time when the API server processed the eviction request. If the deletion didn't occur and
   * a pod is still there it will be removed from the list automatically by PodDisruptionBudget controller after
   * some time. If everything goes smooth this map should be empty for the most of the time. Large number of entries
   * in the map may indicate problems with pod deletions.
   */
  disruptedPods?: Record<string, Time>;
  /** Number of pod disruptions that are currently allowed. */
  disruptionsAllowed?: Int32;
  /** total number of pods counted by this disruption budget */
  expectedPods?: Int32;
  /**
   * Most recent generation observed when updating this PDB status. DisruptionsAllowed and other status information
   * is valid only if observedGeneration equals to PDB's object generation.
   */
  observedGeneration?: Int64;
}
