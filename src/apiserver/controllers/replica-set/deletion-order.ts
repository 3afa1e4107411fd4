/** The order in which a controller deletes pods that are too many. Source: ActivePodsWithRanks in controller_utils.go. */
import { compareText } from "../../../core/compare-text.js";
import type { Pod } from "../../../k8s/core/v1.js";
import type { Stored } from "../shared/kind-objects.js";
import { isActive, isReady, readySince } from "../shared/pod-state.js";

/** @param related - the pods of all sets with the same controller */
export function inDeletionOrder(
  pods: readonly Stored<Pod>[],
  related: readonly Stored<Pod>[],
  now: number,
): Stored<Pod>[] {
  const onNode = new Map<string, number>();
  for (const { spec } of related.filter(isActive)) {
    const { nodeName = "" } = spec;
    onNode.set(nodeName, (onNode.get(nodeName) ?? 0) + 1);
  }
  const rankOf = ({ spec }: Stored<Pod>): number => onNode.get(spec.nodeName ?? "") ?? 0;
  return pods.toSorted((left, right) => {
    const compare = (of: (pod: Stored<Pod>) => number): number => of(left) - of(right);
    return (
      compare(({ spec }) => ((spec.nodeName ?? "") === "" ? 0 : 1)) ||
      compare(({ status }) => phases.indexOf(status.phase ?? "")) ||
      compare((pod) => (isReady(pod) ? 1 : 0)) ||
      compare(deletionCost) ||
      -compare(rankOf) ||
      (isReady(left) ? compare((pod) => magnitude(now - readySince(pod))) : 0) ||
      -compare(restarts) ||
      compare(({ metadata }) => magnitude(now - Date.parse(metadata.creationTimestamp))) ||
      compareText(left.metadata.uid, right.metadata.uid)
    );
  });
}

const phases = ["Pending", "Unknown", "Running"];

function deletionCost({ metadata }: Stored<Pod>): number {
  const text = metadata.annotations?.["controller.kubernetes.io/pod-deletion-cost"] ?? "";
  return /^(?:0|-?[1-9]\d*)$/.test(text) ? Number(text) : 0;
}

function restarts({ status }: Stored<Pod>): number {
  return Math.max(0, ...(status.containerStatuses ?? []).map(({ restartCount }) => restartCount));
}

/** Ages of the same magnitude count as equal, so that no time of the day decides. */
function magnitude(ms: number): number {
  const nanoseconds = ms * 1e6;
  return nanoseconds < 1 ? 0 : Math.floor(Math.log2(nanoseconds));
}
