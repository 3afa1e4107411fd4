/** The input of the printers: the reference of an API, with the types of Kubernetes that it refers to. */
import { schemaOfKnownType } from "../generate/known-types.js";
import { TypeCollector } from "../reference/collect-types.js";
import { type NamedType, type Package, type Reference, typesOf, type TypeRef } from "../reference/reference.js";
import { PackedTypes, RecursiveTypeFault } from "../schema/packed-types.js";
import type { Schema } from "../schema/schema.js";
import { objectMetaSchema } from "./object-meta.js";

export interface ClientOptions {
  /** The name of the package or of the module. */
  readonly name: string;
  readonly version: string;
}

/** A file of a client, relative to its folder. */
export interface ClientFile {
  readonly path: string;
  readonly content: string;
}

/** A type whose schema Kubernetes defines, as a type of the client. */
export type ForeignRef = TypeRef & { readonly kind: "known" | "kubernetes" };

export interface ForeignTypes {
  readonly types: readonly NamedType[];
  /** Undefined for a known type that is only a scalar. */
  readonly find: (type: ForeignRef) => NamedType | undefined;
}

/** Spells out the types of Kubernetes that the packages refer to, so that a client does not depend on another package. */
export function foreignTypes({ packages }: Reference): ForeignTypes {
  const collector = new TypeCollector(new Set());
  const packed = new PackedTypes();
  const found = new Map<string, NamedType>();
  for (const type of packages.flatMap(refsOf)) {
    const key = keyOf(type);
    const schema = key === undefined || found.has(key) ? undefined : schemaOf(packed, type);
    if (key === undefined || schema === undefined) continue;
    found.set(
      key,
      collector.declare(() => ({}), type.name, schema),
    );
  }
  return {
    types: collector.types,
    find: (type) => found.get(keyOf(type) ?? ""),
  };
}

function keyOf(type: ForeignRef): string | undefined {
  if (type.kind === "kubernetes") return `${type.module}.${type.name}`;
  return type.name === "ObjectMeta" || type.name === "Condition" ? `meta/v1.${type.name}` : undefined;
}

function schemaOf(packed: PackedTypes, type: ForeignRef): Schema | undefined {
  if (type.name === "ObjectMeta") return objectMetaSchema();
  if (type.kind === "known") return schemaOfKnownType(type.name);
  try {
    return packed.find(type.module, type.name)?.schema();
  } catch (fault) {
    if (fault instanceof RecursiveTypeFault) return { description: fault.message };
    throw fault;
  }
}

/** Returns the references of a package to types of Kubernetes. */
function refsOf(each: Package): ForeignRef[] {
  const inside = (type: TypeRef): ForeignRef[] => {
    switch (type.kind) {
      case "known":
      case "kubernetes":
        return [type];
      case "list":
        return inside(type.items.type);
      case "map":
        return inside(type.values.type);
      default:
        return [];
    }
  };
  return typesOf(each).flatMap(({ shape }) =>
    shape.kind === "object"
      ? shape.fields.flatMap((field) => inside(field.type))
      : shape.kind === "alias"
        ? inside(shape.type)
        : [],
  );
}

/** The names of the types in a module of a client. */
export interface Module {
  readonly foreign: ForeignTypes;
  readonly names: ReadonlyMap<NamedType, string>;
  /** The prefix of the types of Kubernetes. */
  readonly prefix: string;
}

/** Returns the name of a type that the client declares, or undefined for a type that it does not declare. */
export function declaredName(
  type: ForeignRef | (TypeRef & { readonly kind: "named" }),
  { foreign, names, prefix }: Module,
): string | undefined {
  if (type.kind === "named") return names.get(type.to) ?? type.to.name;
  const found = foreign.find(type);
  return found === undefined ? undefined : `${prefix}${names.get(found) ?? found.name}`;
}

/** Returns the folder of a package: `foo.example.com_v1`. */
export function folderOf({ group, version }: Package): string {
  return `${group}_${version}`;
}

/** Returns names for things of a language: valid, free of reserved words, and unique. */
export class Identifiers {
  readonly #reserved: ReadonlySet<string>;
  readonly #taken = new Set<string>();

  constructor(reserved: Iterable<string>) {
    this.#reserved = new Set(reserved);
  }

  choose(name: string): string {
    const letters = name.replaceAll(/[^\p{L}\p{N}_]/gu, "_");
    const valid = /^[\p{L}_]/u.test(letters) ? letters : `_${letters}`;
    const free = this.#reserved.has(valid) ? `${valid}_` : valid;
    for (let number = 1; ; number += 1) {
      const candidate = number === 1 ? free : `${free}${number}`;
      if (this.#taken.has(candidate)) continue;
      this.#taken.add(candidate);
      return candidate;
    }
  }
}
