/** Finds types of tsop whose schema is identical to the given schema. */
import { schemaOfKnownType } from "../generate/known-types.js";
import { type KnownTypeName, knownTypeNames } from "../model/type-model.js";
import type { Schema } from "../schema/schema.js";
import { SchemaKeys } from "./schema-keys.js";

/** To the API server, a `Duration` is only a string, and an `ObjectMeta` only an object. */
export const exactTypes: readonly KnownTypeName[] = knownTypeNames.filter(
  (name) => name !== "MicroTime" && name !== "Duration" && name !== "ObjectMeta",
);

export class KnownTypes {
  readonly #keys = new SchemaKeys(false);
  readonly #names = new Map<string, KnownTypeName>();

  constructor() {
    for (const name of exactTypes) this.#names.set(this.#keys.of(schemaOfKnownType(name)), name);
  }

  /** @param schema - the schema without the keywords of the field that uses the type */
  find(schema: Schema): KnownTypeName | undefined {
    return this.#names.get(this.#keys.of(schema));
  }
}
