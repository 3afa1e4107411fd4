/** The reference of an API: everything that users of its kinds can know, independent of a format or a language. */
import type { Crd, CrdVersion } from "../compatibility/crd.js";
import type { ExactJsonValue } from "../core/json.js";
import type { KnownTypeName, ValueDescriptions } from "../model/type-model.js";
import type { Schema } from "../schema/schema.js";

export interface Reference {
  /** Sorted by group and version. */
  readonly packages: readonly Package[];
}

/** One version of an API group. */
export interface Package {
  readonly group: string;
  readonly version: string;
  /** Sorted by name. */
  readonly kinds: readonly KindEntry[];
  /** All types that the kinds refer to, without the kinds themselves; sorted by name. */
  readonly types: readonly NamedType[];
}

export interface KindEntry {
  readonly crd: Crd;
  readonly version: CrdVersion;
  readonly type: NamedType;
  readonly samples: readonly Sample[];
}

/** An example object. */
export interface Sample {
  /** The file, relative to the project. */
  readonly file: string;
  readonly value: ExactJsonValue;
}

/** A type that other types refer to by its name. */
export interface NamedType {
  /** Unique in its package, also if letter case does not count. */
  readonly name: string;
  readonly description: string;
  readonly shape: Shape;
  /** The keywords of the type itself, without those of its fields, items and values. */
  readonly schema: Schema;
}

export type Shape =
  | { readonly kind: "object"; readonly fields: readonly Field[] }
  | { readonly kind: "enum"; readonly values: readonly ExactJsonValue[]; readonly descriptions: ValueDescriptions }
  | { readonly kind: "alias"; readonly type: TypeRef };

export interface Field extends Typed {
  readonly name: string;
  readonly isRequired: boolean;
  readonly description: string;
}

/** A type at its use. */
export interface Typed {
  readonly type: TypeRef;
  /** The keywords at the use, without those of a named type. */
  readonly schema: Schema;
}

export type TypeRef =
  | { readonly kind: "scalar"; readonly type: "string" | "boolean" | "integer" | "number"; readonly format?: string }
  | { readonly kind: "int-or-string" }
  /** `named`: a type of the same package. `levels`: how often the type can be nested, if the reference closes a cycle. */
  | { readonly kind: "named"; readonly to: NamedType; readonly levels?: number }
  /** A type whose schema Kubernetes defines, such as `Quantity`. */
  | { readonly kind: "known"; readonly name: KnownTypeName }
  /** A type of Kubernetes' API: `PodSpec` of `core/v1`. */
  | { readonly kind: "kubernetes"; readonly module: string; readonly name: string }
  | { readonly kind: "list"; readonly items: Typed }
  | { readonly kind: "map"; readonly values: Typed }
  /** An object whose fields are not declared. */
  | { readonly kind: "object" }
  | { readonly kind: "any" };

/** Returns the types of a package: the kinds first. */
export function typesOf({ kinds, types }: Package): NamedType[] {
  return [...kinds.map((kind) => kind.type), ...types];
}

/** A place where a type occurs: the field of another type. */
export interface Occurrence {
  readonly type: NamedType;
  readonly field: string | undefined;
}

/** Returns the named types that a type refers to directly, also in lists and maps. */
export function namedIn(type: TypeRef): NamedType[] {
  switch (type.kind) {
    case "named":
      return [type.to];
    case "list":
      return namedIn(type.items.type);
    case "map":
      return namedIn(type.values.type);
    default:
      return [];
  }
}

/** Returns where each type of a package occurs, in the order of the types and of their fields. */
export function occurrencesIn(each: Package): ReadonlyMap<NamedType, readonly Occurrence[]> {
  const found = new Map<NamedType, Occurrence[]>();
  const add = (type: NamedType, field: string | undefined, ref: TypeRef): void => {
    for (const named of namedIn(ref)) found.set(named, [...(found.get(named) ?? []), { type, field }]);
  };
  for (const type of typesOf(each)) {
    if (type.shape.kind === "alias") add(type, undefined, type.shape.type);
    for (const { name, type: ref } of type.shape.kind === "object" ? type.shape.fields : []) add(type, name, ref);
  }
  return found;
}
