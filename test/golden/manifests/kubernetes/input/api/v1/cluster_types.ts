import type { V1Toleration } from "@kubernetes/client-node";
import { type CustomResource, defineKind } from "tsop";
import type * as core from "tsop/k8s/core/v1";
import type { NodeSelectorRequirement, PodSpec, ResourceRequirements, SecretKeySelector } from "tsop/k8s/core/v1";
import type { LabelSelector } from "tsop/k8s/meta/v1";

/** A requirement with a bound on what Kubernetes leaves open. */
interface Requirement extends NodeSelectorRequirement {
  /** @maxLength 316 */
  key: string;
  operator: "In" | "NotIn";
}

export interface ClusterSpec {
  selector: LabelSelector;
  resources?: ResourceRequirements;
  /** @maxDescLen 60 */
  password?: SecretKeySelector;
  /** @maxItems 2 */
  tolerations?: V1Toleration[];
  requirements?: Requirement[];
  placement?: Pick<PodSpec, "nodeSelector" | "schedulerName"> & { zone: string };
  ports?: core.ContainerPort[];
  reference?: Required<core.LocalObjectReference>;
}

export interface Cluster extends CustomResource<"kubernetes.abc.com/v1", "Cluster"> {
  spec: ClusterSpec;
}
export const Cluster = defineKind<Cluster>("kubernetes.abc.com/v1", "Cluster");
