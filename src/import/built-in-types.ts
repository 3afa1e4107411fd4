/** Types of Kubernetes' own, found by their structure: a `PodTemplateSpec` in a CRD is one, whoever generated it. */
import type { Schema } from "../schema/schema.js";
import { SchemaKeys } from "./schema-keys.js";

/** A type of `tsop/k8s/<module>`. */
export interface BuiltInType {
  /** `core/v1` */
  readonly module: string;
  readonly name: string;
}

export interface BuiltInSchema extends BuiltInType {
  readonly schema: Schema;
}

/** So many fields are the same by no accident. */
const telling = 5;

export class BuiltInTypes {
  readonly #keys = new SchemaKeys(false);
  readonly #types = new Map<string, BuiltInType[]>();

  constructor(schemas: Iterable<BuiltInSchema>) {
    for (const { module, name, schema } of schemas) {
      if (schema.properties === undefined) continue;
      const key = this.#keys.of(schema);
      this.#types.set(key, [...(this.#types.get(key) ?? []), { module, name }]);
    }
  }

  /**
   * The type that a field means. Several types may have the same few fields (a key of a Secret, a key of a ConfigMap), and
   * so may a type that is no one's but the CRD's: then the names of the fields have to speak for one of them.
   *
   * @param path - the names of the fields that lead to the schema
   */
  find(schema: Schema, path: readonly string[]): BuiltInType | undefined {
    if (schema.properties === undefined) return undefined;
    const found = this.#types.get(this.#keys.of(schema)) ?? [];
    const near = new Set(path.slice(-2).flatMap(wordsOf));
    const ranked = found
      .map((type) => ({ type, common: wordsOf(type.name).filter((word) => near.has(word)).length }))
      .toSorted((a, b) => b.common - a.common);
    const [first, second] = ranked;
    if (first === undefined || first.common === second?.common) return undefined;
    const isTelling = second === undefined && Object.keys(schema.properties).length >= telling;
    return isTelling || first.common > 0 ? first.type : undefined;
  }
}

/** The words of a name, as one of many: `tolerations` and `Toleration` have the same. */
function wordsOf(name: string): string[] {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return words.map((word) => word.toLowerCase().replace(/(?<=..)s$/, "")).filter((word) => !filler.has(word));
}

/** Words that many names have. */
const filler = new Set(["spec", "statu", "template", "ref", "reference", "source", "object", "type", "config"]);
