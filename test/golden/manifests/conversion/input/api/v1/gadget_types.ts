import { type CustomResource, defineKind } from "tsop";

export interface GadgetSpec {
  size?: string;
}

/**
 * Gadget comes in two versions.
 * @storageVersion
 */
export interface Gadget extends CustomResource<"conversion.abc.com/v1", "Gadget"> {
  spec?: GadgetSpec;
}
export const Gadget = defineKind<Gadget>("conversion.abc.com/v1", "Gadget");
