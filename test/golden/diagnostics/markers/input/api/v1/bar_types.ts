// +kubebuilder:validation:Optional
import { type CustomResource, defineKind, type Int32 } from "tsop";
import type { IPFamilyPolicy, Protocol } from "tsop/k8s/core/v1";

// +k8s:enum
type Word = string;

export interface BarSpec {
  a?: Word;
  // +k8s:enum
  b?: Int32;
  // +kubebuilder:default=1
  // +default=2
  c?: Int32;
  // +kubebuilder:validation:UniqueItems=true
  d?: string[];
  e?: Protocol;
  f?: IPFamilyPolicy;
}

export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: BarSpec;
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
