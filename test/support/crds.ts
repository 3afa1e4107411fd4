import type { ConversionClient, CustomResourceDefinition } from "../../src/cluster/crd.js";

/** Creates a CRD with one version, a free-form spec, and a free-form status as a subresource. */
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

/** Returns a copy of a CRD with v1 and v2, which a webhook converts. */
export function convertedCrd(
  { spec, ...rest }: CustomResourceDefinition,
  clientConfig: ConversionClient,
  stored: "v1" | "v2" = "v2",
): CustomResourceDefinition {
  const versions = spec.versions.flatMap((version) =>
    ["v1", "v2"].map((name) => ({ ...version, name, storage: name === stored })),
  );
  const conversion = { strategy: "Webhook", webhook: { conversionReviewVersions: ["v1"], clientConfig } };
  return { ...rest, spec: { ...spec, versions, conversion } };
}

/** Creates a CRD of the kind Bar with this schema, as a user supplies it. @param changes - the changes of its spec */
export function crdOf(schema: unknown, changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const { group = "example.com", names = { kind: "Bar", plural: "bars" } } = changes;
  const { plural = "" } = names as { readonly plural?: unknown }; // the tests pass objects
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${String(plural)}.${String(group)}` },
    spec: {
      group,
      names,
      scope: "Namespaced",
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
      ...changes,
    },
  };
}
