import { type Condition, type CustomResource, defineKind } from "tsop";
import type { EnvVar, ObjectReference, ResourceRequirements, SecretKeySelector } from "tsop/k8s/core/v1";
import type { LabelSelector } from "tsop/k8s/meta/v1";

export interface KnownSpec {
  selector: LabelSelector;
  uid: string;
  limits: NonNullable<ResourceRequirements["limits"]>;
  env: EnvVar[];
  ref: ObjectReference;
  secret: SecretKeySelector;
  policy: string;
  protocol: string;
  gate: Condition[];
}

export interface Known extends CustomResource<"known.abc.com/v1", "Known"> {
  spec: KnownSpec;
}
export const Known = defineKind<Known>("known.abc.com/v1", "Known");
