/** TypeScript types after all names are resolved: what a generator needs to know of them, and where it was written. */
import type { SourceLocation } from "../core/source-location.js";
import type { Schema } from "../schema/schema.js";
import type { Annotations } from "./annotations.js";

/** Types that tsop itself names, and whose schema Kubernetes settles. */
export const knownTypeNames = [
  ...(["Int32", "Int64", "Double", "Integer", "Base64", "Quantity", "IntOrString", "Time", "MicroTime"] as const),
  ...(["Duration", "Condition", "ObjectMeta", "RawExtension"] as const),
] as const;

export type KnownTypeName = (typeof knownTypeNames)[number];

/** A value that a type can name. */
export type Literal = string | number | bigint | boolean;

export type TypeModel =
  | { readonly kind: "string" }
  | { readonly kind: "boolean" }
  /** A bare `number`: whole or not, nobody said. */
  | { readonly kind: "number" }
  | { readonly kind: "known"; readonly name: KnownTypeName }
  /** Any JSON (`unknown`). */
  | { readonly kind: "any" }
  /** Text of a form that a template literal gives. */
  | { readonly kind: "text"; readonly pattern: string }
  /** An object of which nothing more is said (`object`). */
  | { readonly kind: "bare" }
  /** Literals, in the order in which they are written. */
  | { readonly kind: "enum"; readonly values: readonly Literal[] }
  | { readonly kind: "list"; readonly items: TypeUse; readonly least?: number; readonly most?: number }
  /** `keys`: a pattern that all names have to match. */
  | { readonly kind: "map"; readonly values: TypeUse; readonly keys?: string }
  | ObjectType
  /** Objects of several forms. */
  | { readonly kind: "union"; readonly members: readonly ObjectType[] }
  /** A type of Kubernetes' own, whose schema is known. */
  | { readonly kind: "schema"; readonly schema: Schema }
  /** Could not be read; a diagnostic says why. */
  | { readonly kind: "invalid" };

export interface ObjectType {
  readonly kind: "object";
  readonly fields: readonly Field[];
  /** Whether fields of other names are kept (`[key: string]: unknown`). */
  readonly isOpen?: boolean;
  /** What else the schema of a Kubernetes type says that the fields were taken from. */
  readonly keywords?: Schema;
}

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
  /** The field of the same name that this one narrows: what was said of it still holds. */
  readonly narrows?: Field;
}
