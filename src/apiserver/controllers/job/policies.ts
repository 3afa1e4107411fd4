/** Source: kubernetes/pkg/controller/job/{pod_failure_policy,success_policy}.go. */
import type { Job, PodFailurePolicyRule, SuccessPolicy } from "../../../k8s/batch/v1.js";
import type { ContainerStatus, Pod } from "../../../k8s/core/v1.js";
import type { Stored } from "../shared/kind-objects.js";
import { parseIndexes } from "./indexes.js";

export interface FailureVerdict {
  readonly action?: PodFailurePolicyRule["action"];
  /** Why the Job fails: for `FailJob`. */
  readonly message?: string;
}

/** Returns the verdict of the first rule that matches a failed pod. */
export function judgeFailure({ spec }: Stored<Job>, pod: Stored<Pod>): FailureVerdict {
  const where = `${pod.metadata.namespace}/${pod.metadata.name}`;
  for (const [index, rule] of (spec.podFailurePolicy?.rules ?? []).entries()) {
    const { action } = rule;
    const container = failedContainer(rule, pod);
    const condition = rule.onExitCodes === undefined ? matchingCondition(rule, pod) : undefined;
    if (container === undefined && condition === undefined) continue;
    if (action !== "FailJob") return { action };
    const what =
      container === undefined
        ? `Pod ${where} has condition ${condition ?? ""}`
        : `Container ${container.name} for pod ${where} failed with exit code ${container.state?.terminated?.exitCode ?? 0}`;
    return { action, message: `${what} matching ${action} rule at index ${index}` };
  }
  return {};
}

function failedContainer({ onExitCodes }: PodFailurePolicyRule, { status }: Stored<Pod>): ContainerStatus | undefined {
  if (onExitCodes === undefined) return undefined;
  const { containerName, operator, values } = onExitCodes;
  return [...(status.containerStatuses ?? []), ...(status.initContainerStatuses ?? [])].find(({ name, state }) => {
    const code = state?.terminated?.exitCode ?? 0;
    const isMeant = containerName === undefined || containerName === name;
    return code !== 0 && isMeant && values.includes(code) === (operator === "In");
  });
}

function matchingCondition(
  { onPodConditions = [] }: PodFailurePolicyRule,
  { status }: Stored<Pod>,
): string | undefined {
  return status.conditions?.find((condition) =>
    onPodConditions.some((each) => each.type === condition.type && (each.status ?? "True") === condition.status),
  )?.type;
}

/** Returns which rule for the success of a Job is met; undefined if none is. */
export function metSuccessRule(
  policy: SuccessPolicy | undefined,
  succeeded: ReadonlySet<number>,
  completions: number,
): number | undefined {
  const index = (policy?.rules ?? []).findIndex(({ succeededIndexes, succeededCount }) => {
    if (succeededIndexes === undefined) return succeededCount !== undefined && succeeded.size >= succeededCount;
    const required = parseIndexes(succeededIndexes, completions);
    const reached = [...required].filter((each) => succeeded.has(each)).length;
    return (
      required.size > 0 && (reached === required.size || (succeededCount !== undefined && reached >= succeededCount))
    );
  });
  return index < 0 ? undefined : index;
}
