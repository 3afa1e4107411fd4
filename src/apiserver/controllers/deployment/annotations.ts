/** The annotations of a Deployment's ReplicaSets. Source: kubernetes/pkg/controller/deployment/util/deployment_util.go. */
import type { Deployment, ReplicaSet } from "../../../k8s/apps/v1.js";
import type { ObjectMeta, Stored } from "../shared/kind-objects.js";

export const revisionAnnotation = "deployment.kubernetes.io/revision";
const historyAnnotation = "deployment.kubernetes.io/revision-history";
export const desiredAnnotation = "deployment.kubernetes.io/desired-replicas";
export const maxAnnotation = "deployment.kubernetes.io/max-replicas";

const uncopied = new Set([
  ...["kubectl.kubernetes.io/last-applied-configuration", revisionAnnotation, historyAnnotation],
  ...[desiredAnnotation, maxAnnotation, "deprecated.deployment.rollback.to"],
]);

/** The characters of the earlier revisions that a ReplicaSet remembers. */
const longestHistory = 2000;

export type Annotations = Record<string, string>;

/** Returns a number of an annotation; undefined for another text. */
export function numberIn({ annotations = {} }: ObjectMeta, name: string): number | undefined {
  const text = annotations[name] ?? "";
  return /^\d{1,10}$/.test(text) && Number(text) < 2 ** 31 ? Number(text) : undefined;
}

/** Returns the revision, which may have 64 bits: a client can set it. */
export function revisionOf({ metadata }: Pick<Stored<ReplicaSet>, "metadata">): bigint {
  const text = metadata.annotations?.[revisionAnnotation] ?? "";
  return /^\d{1,19}$/.test(text) ? BigInt(text) : 0n;
}

/** Returns the annotations of the new ReplicaSet: those of the Deployment, and its revision. */
export function annotationsOfNew({ metadata }: Stored<Deployment>, old: Annotations, revision: bigint): Annotations {
  const copied = Object.entries(metadata.annotations ?? {}).filter(([name]) => !uncopied.has(name));
  const annotations: Annotations = { ...old, ...Object.fromEntries(copied) };
  const before = annotations[revisionAnnotation];
  if (before !== undefined && /^\d{1,19}$/.test(before) && BigInt(before) >= revision) return annotations;
  annotations[revisionAnnotation] = String(revision);
  if (before !== undefined) annotations[historyAnnotation] = historyOf(annotations[historyAnnotation], before);
  return annotations;
}

function historyOf(history: string | undefined, revision: string): string {
  const earlier = history === undefined || history === "" ? [] : history.split(",");
  while (earlier.length > 0 && [...earlier, revision].join(",").length > longestHistory) earlier.shift();
  return [...earlier, revision].join(",");
}

export function sizeAnnotations(desired: number, maxSurge: number): Annotations {
  return { [desiredAnnotation]: String(desired), [maxAnnotation]: String(desired + maxSurge) };
}
