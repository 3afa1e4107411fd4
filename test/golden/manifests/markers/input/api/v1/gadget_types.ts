import { type CustomResource, defineKind, type Int32 } from "tsop";

// Size is one of a few.
// +k8s:enum
type Size = "small" | "large";

export interface GadgetSpec {
  // Replicas is how many there are,
  // and no more.
  // +kubebuilder:default=1
  // +default=1
  // +optional
  replicas?: Int32;
  // Noted is described without a marker.
  noted?: string;
  // +kubebuilder:validation:UniqueItems=false
  names?: string[];
  size?: Size;
  // eslint-disable-next-line no-warning-comments
  // TODO: nothing to see.
  // The last one.
  // +optional
  last?: string;
}

export interface Gadget extends CustomResource<"example.com/v1", "Gadget"> {
  spec: GadgetSpec;
}
export const Gadget = defineKind<Gadget>("example.com/v1", "Gadget");
