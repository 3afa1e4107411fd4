/** Finds Kubernetes' own types by their structure: a `PodTemplateSpec` in a CRD is one, regardless of its generator. */
import { type PackedType, PackedTypes, RecursiveTypeFault } from "../schema/packed-types.js";
import type { Schema } from "../schema/schema.js";
import { SchemaKeys } from "./schema-keys.js";

/** A type of `tsop/k8s/<module>`. */
export interface BuiltInType {
  /** `core/v1` */
  readonly module: string;
  readonly name: string;
}

export interface BuiltInSchema extends BuiltInType {
  /** The names of its fields. */
  readonly fields: readonly string[];
  /** Returns undefined if no CRD can embed the type. */
  readonly schema: () => Schema | undefined;
}

/** Returns all types in the package. */
export function readBuiltInTypes(): BuiltInTypes {
  return new BuiltInTypes(embeddableTypes(new PackedTypes()));
}

/** The groups with types for embedding in other types. */
const groups = new Set([
  "apiextensions",
  "apps",
  "autoscaling",
  "batch",
  "core",
  "meta",
  "networking",
  "policy",
  "rbac",
  "resource",
]);

/** Yields the types of the package that a CRD can embed: all types except kinds and lists of kinds. */
function* embeddableTypes(packed: PackedTypes): Generator<BuiltInSchema> {
  for (const module of packed.modules().filter((each) => groups.has(each.split("/")[0] ?? ""))) {
    const names = new Set(packed.names(module));
    for (const name of names) {
      const isListOfKinds = name.endsWith("List") && names.has(name.slice(0, -"List".length));
      if (names.has(`${name}List`) || isListOfKinds) continue;
      const type = packed.find(module, name);
      if (type !== undefined) yield { module, name, fields: type.fields(), schema: () => schemaOf(type) };
    }
  }
}

function schemaOf(type: PackedType): Schema | undefined {
  try {
    return type.schema({ descriptions: false });
  } catch (fault) {
    if (fault instanceof RecursiveTypeFault) return undefined;
    throw fault;
  }
}

/** The number of equal fields that cannot be a coincidence. */
const telling = 5;

export class BuiltInTypes {
  readonly #keys = new SchemaKeys(false);
  /** The types by the names of their fields: few share the same names, so a lookup resolves and compares few schemas. */
  readonly #types = new Map<string, BuiltInSchema[]>();
  readonly #keysOfTypes = new Map<BuiltInSchema, string | undefined>();

  constructor(types: Iterable<BuiltInSchema>) {
    for (const each of types) {
      if (each.fields.length === 0) continue;
      const names = keyOfNames(each.fields);
      this.#types.set(names, [...(this.#types.get(names) ?? []), each]);
    }
  }

  /**
   * Returns the type that a field refers to. Several types can have the same few fields (a key of a Secret, a key of a
   * ConfigMap), and so can a type that exists only in the CRD: then the names of the fields must indicate one type.
   *
   * @param path - the names of the fields that lead to the schema
   */
  find(schema: Schema, path: readonly string[]): BuiltInType | undefined {
    if (schema.properties === undefined) return undefined;
    const found = (this.#types.get(keyOfNames(Object.keys(schema.properties))) ?? []).filter(
      (each) => this.#keyOf(each) === this.#keys.of(schema),
    );
    const near = new Set(path.slice(-2).flatMap(wordsOf));
    const ranked = found
      .map(({ module, name }) => ({
        type: { module, name },
        common: wordsOf(name).filter((word) => near.has(word)).length,
      }))
      .toSorted((a, b) => b.common - a.common);
    const [first, second] = ranked;
    if (first === undefined || first.common === second?.common) return undefined;
    const isTelling = second === undefined && Object.keys(schema.properties).length >= telling;
    return isTelling || first.common > 0 ? first.type : undefined;
  }

  #keyOf(type: BuiltInSchema): string | undefined {
    if (!this.#keysOfTypes.has(type)) {
      const schema = type.schema();
      this.#keysOfTypes.set(type, schema === undefined ? undefined : this.#keys.of(schema));
    }
    return this.#keysOfTypes.get(type);
  }
}

function keyOfNames(fields: readonly string[]): string {
  return fields.toSorted().join(" ");
}

/** Returns the words of a name in the singular: `tolerations` and `Toleration` have the same words. */
function wordsOf(name: string): string[] {
  const words = name.match(/(?<![A-Z])[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return words.map((word) => word.toLowerCase().replace(/(?<=..)s$/, "")).filter((word) => !filler.has(word));
}

/** Words that occur in many names. */
const filler = new Set(["spec", "statu", "template", "ref", "reference", "source", "object", "type", "config"]);
