/** The pods and claims of a StatefulSet. Source: kubernetes/pkg/controller/statefulset/stateful_set_utils.go. */
import { copyJson } from "../../../core/json.js";
import type { StatefulSet } from "../../../k8s/apps/v1.js";
import type { PersistentVolumeClaim, Pod, PodTemplateSpec } from "../../../k8s/core/v1.js";
import type { Stored } from "../shared/kind-objects.js";
import { controllerReference } from "../shared/owners.js";
import type { NewPod } from "../shared/pod-control.js";
import { revisionLabel } from "../shared/revision-history.js";

export function firstOrdinal({ spec }: Stored<StatefulSet>): number {
  return spec.ordinals?.start ?? 0;
}

/** Returns the ordinal of a pod; undefined if its name is not one of the set's. */
export function ordinalOf(set: Stored<StatefulSet>, { metadata }: Stored<Pod>): number | undefined {
  const [, parent, ordinal] = /^(.*)-(\d{1,10})$/.exec(metadata.name) ?? [];
  return parent === set.metadata.name && ordinal !== undefined ? Number(ordinal) : undefined;
}

/** @param revision - the name of the ControllerRevision that has the template */
export function newSetPod(
  set: Stored<StatefulSet>,
  template: PodTemplateSpec,
  revision: string,
  ordinal: number,
): NewPod {
  const name = `${set.metadata.name}-${ordinal}`;
  return {
    ...{ owner: set, template, name },
    complete({ metadata, spec }) {
      metadata.labels = {
        ...metadata.labels,
        "apps.kubernetes.io/pod-index": String(ordinal),
        [revisionLabel]: revision,
        "statefulset.kubernetes.io/pod-name": name,
      };
      if (spec === undefined) return;
      const { serviceName = "" } = set.spec;
      spec.hostname = name;
      if (serviceName !== "") spec.subdomain = serviceName;
      spec.volumes = volumesOf(set, spec.volumes ?? [], ordinal);
      if (spec.volumes.length === 0) delete spec.volumes;
    },
  };
}

type Volumes = NonNullable<NonNullable<Pod["spec"]>["volumes"]>;

/** The volumes of claims come first, and replace volumes of the same name. */
function volumesOf(set: Stored<StatefulSet>, given: Volumes, ordinal: number): Volumes {
  const own = (set.spec.volumeClaimTemplates ?? []).map(({ metadata: { name = "" } = {} }) => ({
    name,
    persistentVolumeClaim: { claimName: claimName(set, name, ordinal) },
  }));
  return [...own, ...given.filter(({ name }) => own.every((each) => each.name !== name))];
}

export function claimName({ metadata }: Stored<StatefulSet>, template: string, ordinal: number): string {
  return `${template}-${metadata.name}-${ordinal}`;
}

export function newClaims(set: Stored<StatefulSet>, ordinal: number): PersistentVolumeClaim[] {
  const isDeletedWithSet = set.spec.persistentVolumeClaimRetentionPolicy?.whenDeleted === "Delete";
  return (set.spec.volumeClaimTemplates ?? []).map((template) => {
    const { metadata: { name = "", labels = {}, annotations } = {}, spec } = copyJson(template);
    return {
      ...{ apiVersion: "v1", kind: "PersistentVolumeClaim" },
      metadata: {
        ...{ name: claimName(set, name, ordinal), namespace: set.metadata.namespace },
        ...(annotations === undefined ? {} : { annotations }),
        labels: { ...labels, ...set.spec.selector.matchLabels },
        ...(isDeletedWithSet ? { ownerReferences: [controllerReference(set)] } : {}),
      },
      ...(spec === undefined ? {} : { spec }),
    };
  });
}
