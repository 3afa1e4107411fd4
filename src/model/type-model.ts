/** TypeScript types after all names are resolved, with the information for generators and the source locations. */
import type { SourceLocation } from "../core/source-location.js";
import type { Schema } from "../schema/schema.js";
import type { Annotations } from "./annotations.js";

/** Types that tsop itself names, and whose schema Kubernetes defines. */
export const knownTypeNames = [
  ...(["Int32", "Int64", "Double", "Integer", "Base64", "Quantity", "IntOrString", "Time", "MicroTime"] as const),
  ...(["Duration", "Condition", "ObjectMeta", "RawExtension"] as const),
] as const;

export type KnownTypeName = (typeof knownTypeNames)[number];

/** A value that a type can contain. */
export type Literal = string | number | bigint | boolean;

export type TypeModel =
  | { readonly kind: "string" }
  | { readonly kind: "boolean" }
  /** A bare `number`, which may be whole or not. */
  | { readonly kind: "number" }
  | { readonly kind: "known"; readonly name: KnownTypeName }
  /** Any JSON (`unknown`). */
  | { readonly kind: "any" }
  /** Text with a form that a template literal defines. */
  | { readonly kind: "text"; readonly pattern: string }
  /** An object without further constraints (`object`). */
  | { readonly kind: "bare" }
  /** Literals, in source order. */
  | { readonly kind: "enum"; readonly values: readonly Literal[]; readonly descriptions?: ValueDescriptions }
  | { readonly kind: "list"; readonly items: TypeUse; readonly least?: number; readonly most?: number }
  /** `keys`: a pattern that all names must match. */
  | { readonly kind: "map"; readonly values: TypeUse; readonly keys?: string }
  | ObjectType
  /** Objects with several forms. */
  | { readonly kind: "union"; readonly members: readonly ObjectType[] }
  /** A type of Kubernetes itself, whose schema is known. */
  | { readonly kind: "schema"; readonly schema: Schema }
  /** The type could not be read; a diagnostic gives the reason. */
  | { readonly kind: "invalid" };

export interface ObjectType {
  readonly kind: "object";
  readonly fields: readonly Field[];
  /** Whether the API server preserves other fields (`[key: string]: unknown`). */
  readonly isOpen?: boolean;
  /** Further keywords from the schema of the Kubernetes type that the fields come from. */
  readonly keywords?: Schema;
}

/** The descriptions of the members of an enum, by their values. */
export type ValueDescriptions = ReadonlyMap<Literal, string>;

/** The name of a type: a type that the project declares, or a type of Kubernetes, such as `PodSpec` of `core/v1`. */
export type TypeName =
  | { readonly kind: "declared"; readonly name: string; readonly at: SourceLocation }
  | { readonly kind: "kubernetes"; readonly module: string; readonly name: string };

/** A type at its use. */
export interface TypeUse {
  readonly type: TypeModel;
  /** The name by which the use refers to the type; undefined for a type without a name. */
  readonly name?: TypeName;
  readonly nullable: boolean;
  readonly at: SourceLocation;
  /** The comments of the named types on the way to the type, the innermost first. */
  readonly annotations: readonly Annotations[];
}

export interface Field {
  readonly name: string;
  readonly optional: boolean;
  readonly use: TypeUse;
  readonly annotations: Annotations;
  readonly at: SourceLocation;
  /** The field of the same name that this field narrows: its constraints still apply. */
  readonly narrows?: Field;
}
