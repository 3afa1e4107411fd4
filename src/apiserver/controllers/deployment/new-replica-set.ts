/** The ReplicaSet of a Deployment's current template. Source: getNewReplicaSet in kubernetes/pkg/controller/deployment/sync.go. */
import { copyJson, isSameJson } from "../../../core/json.js";
import type { Deployment, ReplicaSet } from "../../../k8s/apps/v1.js";
import type { PodTemplateSpec } from "../../../k8s/core/v1.js";
import type { Stored } from "../shared/kind-objects.js";
import { controllerReference } from "../shared/owners.js";
import { templateHash } from "../shared/template-hash.js";
import { annotationsOfNew, sizeAnnotations } from "./annotations.js";
import { byAge, limitsOf, nextSize, sizeOf } from "./rolling-update.js";

const hashLabel = "pod-template-hash";
const longestName = 253;

/** Returns the oldest ReplicaSet with the Deployment's template. */
export function findNew(
  { spec }: Stored<Deployment>,
  sets: readonly Stored<ReplicaSet>[],
): Stored<ReplicaSet> | undefined {
  return byAge(sets).find((set) => isSameTemplate(set.spec.template, spec.template));
}

export function isSameTemplate(left: PodTemplateSpec | undefined, right: PodTemplateSpec | undefined): boolean {
  return isSameJson(withoutHash(left), withoutHash(right));
}

function withoutHash(template: PodTemplateSpec | undefined): PodTemplateSpec {
  const copy = copyJson(template ?? {});
  delete copy.metadata?.labels?.[hashLabel];
  return copy;
}

export function newReplicaSet(
  deployment: Stored<Deployment>,
  old: readonly Stored<ReplicaSet>[],
  revision: bigint,
): ReplicaSet {
  const { name, namespace } = deployment.metadata;
  const { selector, template: given, minReadySeconds, strategy } = deployment.spec;
  const hash = templateHash(given, deployment.status.collisionCount);
  const labels = { ...given.metadata?.labels, [hashLabel]: hash };
  const limits = limitsOf(deployment);
  const replicas = strategy?.type === "RollingUpdate" ? nextSize(limits, 0, sizeOf(old)) : limits.desired;
  return {
    ...{ apiVersion: "apps/v1", kind: "ReplicaSet" },
    metadata: {
      ...{ name: `${name.slice(0, longestName - 1 - hash.length)}-${hash}`, namespace, labels },
      annotations: {
        ...annotationsOfNew(deployment, {}, revision),
        ...sizeAnnotations(limits.desired, limits.maxSurge),
      },
      ownerReferences: [controllerReference(deployment)],
    },
    spec: {
      replicas,
      ...(minReadySeconds === undefined ? {} : { minReadySeconds }),
      selector: { ...selector, matchLabels: { ...selector.matchLabels, [hashLabel]: hash } },
      template: { ...copyJson(given), metadata: { ...copyJson(given.metadata ?? {}), labels } },
    },
  };
}
