import { copyJson } from "../../../core/json.js";
import type { Pod } from "../../../k8s/core/v1.js";
import { compareText } from "../../../core/compare-text.js";
import type { Stored } from "../shared/kind-objects.js";
import type { NewPod } from "../shared/pod-control.js";
import { indexAnnotation, indexOf } from "./indexes.js";
import {
  failureCountAnnotation,
  failuresOf,
  hasFailed,
  isCounted,
  isTracked,
  type JobState,
  trackingFinalizer,
} from "./job-pods.js";

type Container = NonNullable<Pod["spec"]>["containers"][number];

/** The longest prefix of a generated name. */
const longestPrefix = 58;

/** Returns a pod of a Job. `index`: absent for a Job that is not Indexed. */
export function newJobPod(state: JobState, index: number | undefined): NewPod {
  const { job } = state;
  return {
    owner: job,
    template: job.spec.template,
    complete({ metadata, spec }) {
      const { finalizers = [] } = metadata;
      if (!finalizers.includes(trackingFinalizer)) metadata.finalizers = [...finalizers, trackingFinalizer];
      if (index === undefined) return;
      const end = `-${index}-`;
      metadata.generateName = job.metadata.name.slice(0, longestPrefix - end.length) + end;
      metadata.labels = { ...metadata.labels, [indexAnnotation]: String(index) };
      metadata.annotations = {
        ...metadata.annotations,
        [indexAnnotation]: String(index),
        ...failureCount(state, index),
      };
      if (spec === undefined) return;
      spec.hostname = `${job.metadata.name}-${index}`;
      for (const container of [...(spec.initContainers ?? []), ...spec.containers]) nameIndex(container);
    },
  };
}

function nameIndex(container: Container): void {
  const name = "JOB_COMPLETION_INDEX";
  if (container.env?.some((each) => each.name === name) === true) return;
  const fieldRef = { apiVersion: "v1", fieldPath: `metadata.labels['${indexAnnotation}']` };
  container.env = [...copyJson(container.env ?? []), { name, valueFrom: { fieldRef } }];
}

/** Returns how often the index has failed, by the last pod that failed. */
function failureCount({ job, pods }: JobState, index: number): Record<string, string> {
  const { backoffLimitPerIndex, completions = 0 } = job.spec;
  if (backoffLimitPerIndex === undefined) return {};
  const failed = pods.filter((pod) => isTracked(pod) && hasFailed(job, pod) && indexOf(pod, completions) === index);
  const last = failed.toSorted(compareFailures).at(-1);
  const count = last === undefined ? 0 : failuresOf(last) + (isCounted(job, last) ? 1 : 0);
  return { [failureCountAnnotation]: String(count) };
}

function compareFailures(left: Stored<Pod>, right: Stored<Pod>): number {
  const age = compareText(left.metadata.creationTimestamp, right.metadata.creationTimestamp);
  return failuresOf(left) - failuresOf(right) || age;
}
