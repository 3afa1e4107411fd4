/** Source: kubernetes/pkg/controller/disruption/disruption.go. */
import type { Pod } from "../../../k8s/core/v1.js";
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from "../../../k8s/policy/v1.js";
import { resolvePercent } from "../shared/amount-of-pods.js";
import type { Stored } from "../shared/kind-objects.js";
import { isEnding, isReady } from "../shared/pod-state.js";

export interface BudgetRound {
  readonly budget: Stored<PodDisruptionBudget>;
  readonly pods: readonly Stored<Pod>[];
  /** The number of pods that their controllers want. */
  readonly wanted: number;
  readonly now: number;
  /** RFC 3339. */
  readonly time: string;
}

type Condition = NonNullable<PodDisruptionBudgetStatus["conditions"]>[number];

/** How long an evicted pod may take until it is deleted. */
const evictionMs = 2 * 60_000;

export function budgetStatus(round: BudgetRound): PodDisruptionBudgetStatus {
  const { budget, pods, now } = round;
  const { expectedPods, desiredHealthy } = expectation(round);
  const disrupted = Object.entries(budget.status.disruptedPods ?? {}).filter(([name, since]) => {
    const pod = pods.find(({ metadata }) => metadata.name === name);
    return pod !== undefined && !isEnding(pod) && Date.parse(since) + evictionMs > now;
  });
  const names = new Set(disrupted.map(([name]) => name));
  const currentHealthy = pods.filter((pod) => isReady(pod) && !isEnding(pod) && !names.has(pod.metadata.name)).length;
  const spare = expectedPods <= 0 ? 0 : Math.max(0, currentHealthy - desiredHealthy);
  const { generation: observedGeneration = 0 } = budget.metadata;
  const condition = { type: "DisruptionAllowed", observedGeneration, message: "" };
  return {
    ...{ observedGeneration, disruptionsAllowed: spare, currentHealthy, desiredHealthy, expectedPods },
    ...(disrupted.length === 0 ? {} : { disruptedPods: Object.fromEntries(disrupted) }),
    conditions: withCondition(
      budget.status.conditions ?? [],
      spare > 0
        ? { ...condition, status: "True", reason: "SufficientPods" }
        : { ...condition, status: "False", reason: "InsufficientPods" },
      round.time,
    ),
  };
}

function expectation({ budget, pods, wanted }: BudgetRound): { expectedPods: number; desiredHealthy: number } {
  const { minAvailable, maxUnavailable } = budget.spec;
  if (maxUnavailable !== undefined) {
    return { expectedPods: wanted, desiredHealthy: Math.max(0, wanted - resolvePercent(maxUnavailable, wanted, "up")) };
  }
  if (typeof minAvailable === "string") {
    return { expectedPods: wanted, desiredHealthy: resolvePercent(minAvailable, wanted, "up") };
  }
  return { expectedPods: pods.length, desiredHealthy: minAvailable ?? 0 };
}

/** Returns whether the status depends on what the controllers of the pods want. */
export function dependsOnControllers({ spec }: Stored<PodDisruptionBudget>): boolean {
  return spec.maxUnavailable !== undefined || typeof spec.minAvailable === "string";
}

/** Returns the status of a budget whose pods cannot be counted: it allows no disruption. */
export function failedStatus(
  { budget, time }: Pick<BudgetRound, "budget" | "time">,
  message: string,
): PodDisruptionBudgetStatus {
  const { observedGeneration = 0 } = budget.status;
  const condition = {
    type: "DisruptionAllowed",
    status: "False" as const,
    reason: "SyncFailed",
    message,
    observedGeneration,
  };
  const counts = { currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 };
  const conditions = withCondition(budget.status.conditions ?? [], condition, time);
  return { ...counts, ...budget.status, disruptionsAllowed: 0, conditions };
}

function withCondition(
  conditions: readonly Condition[],
  added: Omit<Condition, "lastTransitionTime">,
  time: string,
): Condition[] {
  const before = conditions.find(({ type }) => type === added.type);
  const lastTransitionTime = before?.status === added.status ? before.lastTransitionTime : time;
  const condition = { ...added, lastTransitionTime };
  return before === undefined
    ? [...conditions, condition]
    : conditions.map((each) => (each === before ? condition : each));
}
