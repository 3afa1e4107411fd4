import { readFileSync } from "node:fs";

type FieldsByType = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * How Kubernetes' own types read and write JSON in Go, which comes with the package as data: by the full name of the type
 * and the name of the field, the type and the options of its tag (`*int32,omitempty`).
 */
export class GoFields {
  #types: FieldsByType | undefined;

  /** None for a type that has no fields of its own. */
  fields(typeName: string): Readonly<Record<string, string>> {
    const types = (this.#types ??= read());
    return Object.hasOwn(types, typeName) ? (types[typeName] ?? {}) : {};
  }
}

function read(): FieldsByType {
  // Written by scripts/k8s/fetch-go-fields.ts in just this shape.
  return JSON.parse(readFileSync(new URL("../../data/go-fields.json", import.meta.url), "utf8")) as FieldsByType;
}
