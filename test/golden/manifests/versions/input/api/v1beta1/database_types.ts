import { type CustomResource, defineKind } from "tsop";

/**
 * Database is a database.
 * @deprecated "abc.com/v1beta1 is deprecated, use v1"
 * @annotation example.com/team=storage
 * @label tier=data
 */
export interface Database extends CustomResource<"abc.com/v1beta1", "Database"> {
  spec: { engine: string };
}
export const Database = defineKind<Database>("abc.com/v1beta1", "Database");

// +kubebuilder:skipversion
export interface Draft extends CustomResource<"abc.com/v1beta1", "Draft"> {
  spec?: object_;
}
export const Draft = defineKind<Draft>("abc.com/v1beta1", "Draft");

interface object_ {
  a?: string;
}

/** @unserved */
export interface DraftV0 extends CustomResource<"abc.com/v1alpha1", "Draft"> {
  spec?: object_;
}
export const DraftV0 = defineKind<DraftV0>("abc.com/v1alpha1", "Draft");

/**
 * A served one, and \@scope is text here.
 * @storageVersion
 */
export interface DraftV2 extends CustomResource<"abc.com/v2", "Draft"> {
  spec?: object_;
}
export const DraftV2 = defineKind<DraftV2>("abc.com/v2", "Draft");
