import { readFileSync } from "node:fs";

type FieldsByType = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * The JSON encoding of Kubernetes' own types in Go, which the package contains as data: for the full name of a type and the
 * name of a field, the type and the options of its tag (`*int32,omitempty`).
 */
export class GoFields {
  #types: FieldsByType | undefined;

  /** Returns no fields for a type without its own fields. */
  fields(typeName: string): Readonly<Record<string, string>> {
    const types = (this.#types ??= read());
    return Object.hasOwn(types, typeName) ? (types[typeName] ?? {}) : {};
  }
}

function read(): FieldsByType {
  // scripts/k8s/fetch-go-fields.ts writes exactly this format.
  return JSON.parse(readFileSync(new URL("../../data/go-fields.json", import.meta.url), "utf8")) as FieldsByType;
}
