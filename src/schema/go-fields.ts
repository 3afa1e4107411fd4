import { readFileSync } from "node:fs";
import { type KubernetesVersion, newestVersion } from "./kubernetes-versions.js";
import { versionedData } from "./versioned-data.js";

type FieldsByType = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * The JSON encoding of Kubernetes' own types in Go, which the package contains as data: for the full name of a type and the
 * name of a field, the type and the options of its tag (`*int32,omitempty`).
 */
export class GoFields {
  readonly #version: KubernetesVersion;
  #types: FieldsByType | undefined;

  constructor(version = newestVersion) {
    this.#version = version;
  }

  /** Returns no fields for a type without its own fields. */
  fields(typeName: string): Readonly<Record<string, string>> {
    const types = (this.#types ??= read(this.#version));
    return Object.hasOwn(types, typeName) ? (types[typeName] ?? {}) : {};
  }
}

function read(version: KubernetesVersion): FieldsByType {
  // scripts/k8s/fetch-go-fields.ts writes exactly this format.
  return JSON.parse(readFileSync(versionedData(version, "go-fields.json"), "utf8")) as FieldsByType;
}
