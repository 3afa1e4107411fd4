/** Turns schemas into named types and references between them. One collector belongs to one package. */
import { printExactJson } from "../core/exact-json.js";
import { formatLocation } from "../core/source-location.js";
import { schemaOfKnownType } from "../generate/known-types.js";
import { joinWords, pascalCase, singularOf } from "../import/type-names.js";
import type { KnownTypeName } from "../model/type-model.js";
import { innerSchemas, type Schema, schemaJson } from "../schema/schema.js";
import type { Named, Naming } from "./naming.js";
import { ownKeywords } from "./own-keywords.js";
import type { Field, NamedType, Shape, Typed, TypeRef } from "./reference.js";

/** A type whose shape may still be incomplete: a field can refer to the type around it. */
interface OpenType {
  /** The declaration of the type, or the path to it. */
  readonly identity: string;
  readonly type: { -readonly [Key in keyof NamedType]: NamedType[Key] };
}

/** The place of a schema: the kind, and the names of the fields that lead to it. */
interface Place {
  readonly naming: Naming;
  readonly kind: string;
  readonly path: readonly string[];
}

export class TypeCollector {
  readonly #taken: Set<string>;
  readonly #identities = new Map<NamedType, string>();
  readonly #known = new Map<string, NamedType>();
  readonly #open: OpenType[] = [];

  /** @param taken - names that no type can have, in lower case */
  constructor(taken: Set<string>) {
    this.#taken = taken;
  }

  /** Returns the collected types, sorted by name. */
  get types(): NamedType[] {
    return [...this.#identities.keys()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Returns the type of a kind, which is not one of the collected types. */
  kind(naming: Naming, name: string, description: string, schema: Schema): NamedType {
    const all = this.#fields(schema, { naming, kind: name, path: [] });
    const fields = all.filter((field) => !objectFields.has(field.name));
    const metadata = all.find((field) => field.name === "metadata");
    return {
      ...{ name, description, schema: ownKeywords(schema, undefined) },
      shape: { kind: "object", fields: [metadataField(metadata), ...fields] },
    };
  }

  /** Declares the type of a schema that has a name outside of the package. */
  declare(naming: Naming, name: string, schema: Schema): NamedType {
    return this.#declare(schema, {}, { identity: "", name, place: { naming, kind: name, path: [] } }).to;
  }

  #fields(schema: Schema, around: Place): Field[] {
    return Object.entries(schema.properties ?? {}).map(([name, inner]) => {
      const place = { ...around, path: [...around.path, name] };
      const named = place.naming(inner, place.path);
      return {
        name,
        ...this.#typed(inner, named, place),
        isRequired: schema.required?.includes(name) === true,
        description: named.description ?? inner.description ?? "",
      };
    });
  }

  #typed(schema: Schema, named: Named, place: Place): Typed {
    const type = this.#refer(schema, named, place);
    return { type, schema: ownKeywords(schema, keywordsOfType(type, named, schema)) };
  }

  #refer(schema: Schema, named: Named, place: Place): TypeRef {
    const { name, known } = named;
    if (name?.kind === "kubernetes") return name;
    if (name?.kind === "declared") {
      const identity = formatLocation(name.at);
      return this.#declare(named.schema ?? schema, named, { identity, name: name.name, place });
    }
    if (known !== undefined && !scalarNames.has(known)) return { kind: "known", name: known };
    if (schema.properties === undefined || schema.type !== "object") return this.#structure(schema, place);
    const chosen = place.kind + joinWords(place.path.map(pascalCase).filter((word) => word !== ""));
    return this.#declare(schema, named, { identity: "", name: chosen, place });
  }

  /** Declares a type, or returns the equal type that exists. */
  #declare(
    schema: Schema,
    named: Named,
    { identity, name, place }: { readonly identity: string; readonly name: string; readonly place: Place },
  ): TypeRef & { readonly kind: "named" } {
    const around = identity === "" ? undefined : this.#open.find((each) => each.identity === identity);
    if (around !== undefined) {
      return { kind: "named", to: around.type, levels: 1 + depthOf(schema, identity, place) };
    }
    const description = schema.description ?? "";
    const type: OpenType["type"] = { name, description, shape: { kind: "object", fields: [] }, schema: {} };
    this.#open.push({ identity, type });
    type.shape = this.#shape(schema, named, place);
    type.schema = ownKeywords(schema, undefined);
    this.#open.pop();
    const key = `${identity} ${this.#print(type)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return { kind: "named", to: known };
    type.name = this.#unique(name);
    this.#known.set(key, type);
    this.#identities.set(type, identity);
    return { kind: "named", to: type };
  }

  #shape(schema: Schema, named: Named, place: Place): Shape {
    if (schema.properties !== undefined && schema.type === "object")
      return { kind: "object", fields: this.#fields(schema, place) };
    if (schema.enum !== undefined)
      return { kind: "enum", values: schema.enum, descriptions: named.values ?? new Map() };
    const { known } = named;
    const isKnown = known !== undefined && !scalarNames.has(known);
    return { kind: "alias", type: isKnown ? { kind: "known", name: known } : this.#structure(schema, place) };
  }

  #structure(schema: Schema, place: Place): TypeRef {
    if (schema["x-kubernetes-int-or-string"] === true) return { kind: "int-or-string" };
    const path = [...place.path.slice(0, -1), singularOf(place.path.at(-1) ?? "")];
    const typed = (inner: Schema): Typed => this.#typed(inner, place.naming(inner, path), { ...place, path });
    switch (schema.type) {
      case undefined:
        return { kind: "any" };
      case "array":
        return schema.items === undefined ? { kind: "any" } : { kind: "list", items: typed(schema.items) };
      case "object":
        return schema.additionalProperties === undefined
          ? { kind: "object" }
          : { kind: "map", values: typed(schema.additionalProperties) };
      default:
        return {
          kind: "scalar",
          type: schema.type,
          ...(schema.format === undefined ? {} : { format: schema.format }),
        };
    }
  }

  /** Prints the content of a type; equal types have equal texts. Names the types around it instead of their content. */
  #print({ description, shape, schema }: NamedType): string {
    const inner = (typed: Typed): unknown => [ref(typed.type), schemaJson(typed.schema)];
    const ref = (type: TypeRef): unknown => {
      switch (type.kind) {
        case "named": {
          const open = this.#open.find((each) => each.type === type.to)?.identity;
          return ["named", open ?? this.#identities.get(type.to), type.to.name];
        }
        case "list":
          return ["list", inner(type.items)];
        case "map":
          return ["map", inner(type.values)];
        default:
          return type;
      }
    };
    const content =
      shape.kind === "object"
        ? shape.fields.map((field) => [field.name, field.isRequired, field.description, inner(field)])
        : shape.kind === "enum"
          ? [...shape.values, ...shape.descriptions.values()]
          : ref(shape.type);
    // References consist of JSON, except for schemas, whose form in a CRD is JSON too.
    return JSON.stringify([description, shape.kind, content, schemaJson(schema)], (_, value: unknown) =>
      typeof value === "bigint" ? printExactJson(value) : value,
    );
  }

  #unique(name: string): string {
    for (let number = 1; ; number += 1) {
      const candidate = number === 1 ? name : `${name}${number}`;
      if (this.#taken.has(candidate.toLowerCase())) continue;
      this.#taken.add(candidate.toLowerCase());
      return candidate;
    }
  }
}

/** The fields of every object. */
const objectFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** Kubernetes defines the metadata of every object; a schema can only restrict the names. */
function metadataField(declared: Field | undefined): Field {
  return {
    name: "metadata",
    type: { kind: "known", name: "ObjectMeta" },
    isRequired: declared?.isRequired ?? false,
    description: declared?.description || "The name, the labels and the other metadata of the object.",
    schema: {},
  };
}

/** Types that are only a width or an encoding of a scalar. */
const scalarNames: ReadonlySet<KnownTypeName> = new Set(["Int32", "Int64", "Integer", "Double"]);

/** Returns the keywords that the name of a type implies. */
function keywordsOfType(type: TypeRef, { schema: named }: Named, schema: Schema): Schema | undefined {
  if (type.kind === "known") return schemaOfKnownType(type.name);
  return type.kind === "named" || type.kind === "kubernetes" ? (named ?? schema) : undefined;
}

/** Returns how many levels of a type a schema contains below its own level. */
function depthOf(schema: Schema, identity: string, place: Place): number {
  const depths = innerSchemas(schema).map((inner) => {
    const { name } = place.naming(inner, place.path);
    const isSame = name?.kind === "declared" && formatLocation(name.at) === identity;
    return (isSame ? 1 : 0) + depthOf(inner, identity, place);
  });
  return Math.max(0, ...depths);
}
