import { type CustomResource, defineKind } from "tsop";
import * as tsop from "tsop";

const group = "foo.abc.com/v1";
type Version = "foo.abc.com/v1";

export interface NoValue extends CustomResource<"foo.abc.com/v1", "NoValue"> {
  spec?: { a?: string };
}
export interface Other extends CustomResource<"foo.abc.com/v1", "Other"> {
  spec?: { a?: string };
}
export const Other = defineKind<Other>("foo.abc.com/v2", "Other");
export interface Wrong extends tsop.CustomResource<"foo.abc.com/v1", "Wrong"> {
  spec?: { a?: string };
}
export const Wrong = tsop.defineKind<Other>("foo.abc.com/v1", "Wrong");
export interface Computed extends CustomResource<Version, "Computed"> {}
export const Computed = defineKind<Computed>(group, "Computed");
export interface NoArguments extends CustomResource {}
export const NoArguments = defineKind<NoArguments>("foo.abc.com/v1", "NoArguments");
export interface Core extends CustomResource<"v1", "Core"> {}
export const Core = defineKind<Core>("v1", "Core");
export const Nobody = defineKind<Nobody>("foo.abc.com/v1", "Nobody");
export interface Upper extends CustomResource<"Foo.abc.com/v1", "Upper"> {}
export const Upper = defineKind<Upper>("Foo.abc.com/v1", "Upper");
export interface NoDot extends CustomResource<"foo/v1", "NoDot"> {}
export const NoDot = defineKind<NoDot>("foo/v1", "NoDot");
export interface Theirs extends CustomResource<"foo.k8s.io/v1", "Theirs"> {}
export const Theirs = defineKind<Theirs>("foo.k8s.io/v1", "Theirs");
/** @annotation api-approved.kubernetes.io=https://example.com */
export interface Approved extends CustomResource<"foo.k8s.io/v1", "Approved"> {}
export const Approved = defineKind<Approved>("foo.k8s.io/v1", "Approved");
export interface Version1 extends CustomResource<"foo.abc.com/V1", "Version1"> {}
export const Version1 = defineKind<Version1>("foo.abc.com/V1", "Version1");
export interface lower extends CustomResource<"foo.abc.com/v1", "lower-case"> {}
export const lower = defineKind<lower>("foo.abc.com/v1", "lower-case");
export interface Meta extends CustomResource<"foo.abc.com/v1", "Meta"> {
  metadata: { name: string };
  kind: "Meta";
}
export const Meta = defineKind<Meta>("foo.abc.com/v1", "Meta");
export interface Kiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii extends CustomResource<"foo.abc.com/v1", "Kiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii"> {}
export const Kiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii = defineKind<Kiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii>("foo.abc.com/v1", "Kiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii");
/** @deprecated "two\nlines" */
export interface Old extends CustomResource<"foo.abc.com/v1", "Old"> {}
export const Old = defineKind<Old>("foo.abc.com/v1", "Old");
