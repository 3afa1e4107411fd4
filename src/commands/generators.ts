import type { GeneratorName } from "../generate/manifests.js";

export interface Generator {
  readonly name: GeneratorName;
  readonly writes: string;
  /** The folder below `--out`. */
  readonly folder: string;
  /** Whether the API server accepts the generated objects unchanged and together. */
  readonly isApplied: boolean;
}

/** The generators of `tsop manifests`, in the order of the list. */
export const generators: readonly Generator[] = [
  { name: "crd", writes: "a CustomResourceDefinition for each kind", folder: "crd/bases", isApplied: true },
  { name: "rbac", writes: "role.yaml, the permissions of the operator", folder: "rbac", isApplied: true },
  {
    name: "webhook",
    writes: "configurations of the webhooks that the code registers",
    folder: "webhook",
    // kustomize sets the name of the Service that they refer to.
    isApplied: false,
  },
  { name: "samples", writes: "an object of each kind and version", folder: "samples", isApplied: true },
  {
    name: "variants",
    writes: "an object with all fields, and one for each member of a union",
    folder: "samples/variants",
    isApplied: false,
  },
  { name: "schemas", writes: "a JSON Schema of each kind, for editors", folder: "schemas", isApplied: false },
];
