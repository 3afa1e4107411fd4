import { type CustomResource, defineKind } from "tsop";

/** @plural foos */
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
/** @shortName bar */
export interface Foo extends CustomResource<"foo.abc.com/v1", "Foo"> {}
export const Foo = defineKind<Foo>("foo.abc.com/v1", "Foo");
export interface Twice extends CustomResource<"foo.abc.com/v1", "Twice"> {}
export const Twice = defineKind<Twice>("foo.abc.com/v1", "Twice");
export interface Again extends CustomResource<"foo.abc.com/v1", "Twice"> {}
export const Again = defineKind<Again>("foo.abc.com/v1", "Twice");

export interface NoStorage extends CustomResource<"foo.abc.com/v1", "NoStorage"> {}
export const NoStorage = defineKind<NoStorage>("foo.abc.com/v1", "NoStorage");
export interface NoStorage2 extends CustomResource<"foo.abc.com/v2", "NoStorage"> {}
export const NoStorage2 = defineKind<NoStorage2>("foo.abc.com/v2", "NoStorage");

/**
 * @storageVersion
 * @scope Cluster
 */
export interface Two extends CustomResource<"foo.abc.com/v1", "Two"> {}
export const Two = defineKind<Two>("foo.abc.com/v1", "Two");
/**
 * @storageVersion
 * @plural twos
 */
export interface Two2 extends CustomResource<"foo.abc.com/v2", "Two"> {}
export const Two2 = defineKind<Two2>("foo.abc.com/v2", "Two");

/** @unserved */
export interface Unserved extends CustomResource<"foo.abc.com/v1", "Unserved"> {}
export const Unserved = defineKind<Unserved>("foo.abc.com/v1", "Unserved");
/** @skipVersion */
export interface Skipped extends CustomResource<"foo.abc.com/v1", "Skipped"> {}
export const Skipped = defineKind<Skipped>("foo.abc.com/v1", "Skipped");
/**
 * @plural Names
 * @shortName a_b
 */
export interface Named extends CustomResource<"foo.abc.com/v1", "Named"> {}
export const Named = defineKind<Named>("foo.abc.com/v1", "Named");
// +kubebuilder:resource:scope=Global
export interface Scoped extends CustomResource<"foo.abc.com/v1", "Scoped"> {}
export const Scoped = defineKind<Scoped>("foo.abc.com/v1", "Scoped");
