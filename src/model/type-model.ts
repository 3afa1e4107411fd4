/** TypeScript types after all names are resolved: what a generator needs to know of them, and where it was written. */
import type { SourceLocation } from "../core/source-location.js";
import type { Annotations } from "./annotations.js";

/** Types that tsop itself names, and whose schema Kubernetes settles. */
export type KnownTypeName =
  | "Int32"
  | "Int64"
  | "Double"
  | "Integer"
  | "Base64"
  | "Quantity"
  | "IntOrString"
  | "Time"
  | "MicroTime"
  | "Duration"
  | "Condition"
  | "ObjectMeta";

export type TypeModel =
  | { readonly kind: "string" }
  | { readonly kind: "boolean" }
  /** A bare `number`: whole or not, nobody said. */
  | { readonly kind: "number" }
  | { readonly kind: "known"; readonly name: KnownTypeName }
  /** Any JSON (`unknown`). */
  | { readonly kind: "any" }
  /** Literals, in the order in which they are written. */
  | { readonly kind: "enum"; readonly values: readonly (string | number | boolean)[] }
  | { readonly kind: "list"; readonly items: TypeUse; readonly length?: number }
  | { readonly kind: "map"; readonly values: TypeUse }
  | { readonly kind: "object"; readonly fields: readonly Field[] }
  /** Could not be read; a diagnostic says why. */
  | { readonly kind: "invalid" };

/** A type where it is used. */
export interface TypeUse {
  readonly type: TypeModel;
  readonly nullable: boolean;
  readonly at: SourceLocation;
  /** What the comments of the named types say by which the type was reached, the innermost first. */
  readonly annotations: readonly Annotations[];
}

export interface Field {
  readonly name: string;
  readonly optional: boolean;
  readonly use: TypeUse;
  readonly annotations: Annotations;
  readonly at: SourceLocation;
}
