import type { CustomResourceDefinition } from "../../src/cluster/crd.js";

/** A CRD with one version and a free-form spec; with the kind's first letter in upper case. */
export function simpleCrd(group: string, plural: string, kind: string, scope = "Namespaced"): CustomResourceDefinition {
  const schema = {
    openAPIV3Schema: {
      type: "object",
      properties: { spec: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
    },
  };
  const version = { name: "v1", served: true, storage: true, schema };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: { plural, kind, singular: kind.toLowerCase() } as { plural: string; kind: string },
      versions: [version],
    },
  };
}
