import type { GeneratorName } from "../generate/manifests.js";

export interface Generator {
  readonly name: GeneratorName;
  readonly writes: string;
  /** The folder below `--out`. */
  readonly folder: string;
  /** Whether the API server takes what it makes as it stands, one object beside the other. */
  readonly isApplied: boolean;
}

/** What `tsop manifests` can make, in the order in which it is listed. */
export const generators: readonly Generator[] = [
  { name: "crd", writes: "a CustomResourceDefinition for each kind", folder: "crd/bases", isApplied: true },
  { name: "rbac", writes: "role.yaml, the permissions of the operator", folder: "rbac", isApplied: true },
  {
    name: "webhook",
    writes: "the configurations of the webhooks that the code registers",
    folder: "webhook",
    // The Service that they name gets its name from kustomize.
    isApplied: false,
  },
  { name: "samples", writes: "an object of each kind and version", folder: "samples", isApplied: true },
  {
    name: "variants",
    writes: "an object with all fields, and of each form",
    folder: "samples/variants",
    isApplied: false,
  },
  { name: "schemas", writes: "a JSON Schema of each kind for editors", folder: "schemas", isApplied: false },
];
