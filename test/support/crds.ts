import type { CustomResourceDefinition } from "../../src/cluster/crd.js";

/** A CRD with one version, a free-form spec and a free-form status as a subresource. */
export function simpleCrd(group: string, plural: string, kind: string, scope = "Namespaced"): CustomResourceDefinition {
  const anything = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const schema = {
    openAPIV3Schema: {
      type: "object",
      properties: { spec: anything, status: anything },
    },
  };
  const version = { name: "v1", served: true, storage: true, schema, subresources: { status: {} } };
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
