import { type CustomResource, defineKind } from "tsop";

export interface GadgetSpec {
  size?: string;
}

/** Gadget comes in two versions. */
export interface Gadget extends CustomResource<"conversion.abc.com/v1beta1", "Gadget"> {
  spec?: GadgetSpec;
}
export const Gadget = defineKind<Gadget>("conversion.abc.com/v1beta1", "Gadget");
