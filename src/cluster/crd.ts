import type { DeepPartial } from "../kube/client.js";
import { type Condition, type CustomResource, defineKind, type Kind, type KubeObject } from "../kube/objects.js";

/** The part of a CRD that its installation needs; the other fields are passed through unchanged. */
export interface CustomResourceDefinition extends CustomResource<
  "apiextensions.k8s.io/v1",
  "CustomResourceDefinition"
> {
  spec: {
    group: string;
    names: { kind: string; plural: string };
    scope: string;
    versions: { name: string; served: boolean; storage?: boolean }[];
    conversion?: {
      strategy: string;
      webhook?: { clientConfig?: ConversionClient; conversionReviewVersions?: string[] };
    };
  };
  status?: {
    conditions?: Pick<Condition, "type" | "status" | "reason" | "message">[];
    /** The versions in which objects may be stored. */
    storedVersions?: string[];
  };
}

/** The converter of objects. */
export interface ConversionClient {
  url?: string;
  caBundle?: string;
  service?: ServiceReference;
}

/** A Service that serves webhooks. */
export interface ServiceReference {
  name: string;
  namespace: string;
  path?: string;
  port?: number;
}

export const CustomResourceDefinition = defineKind<CustomResourceDefinition>(
  "apiextensions.k8s.io/v1",
  "CustomResourceDefinition",
);

/** Returns the kind that a CRD defines, in a served version; undefined if none is served. */
export function servedKind({ spec }: CustomResourceDefinition): Kind | undefined {
  const version = spec.versions.find(({ served }) => served)?.name;
  if (version === undefined) return undefined;
  return defineKind<KubeObject>(`${spec.group}/${version}`, spec.names.kind);
}

/** Returns the version in which objects are stored; the API server accepts only CRDs with exactly one. */
export function storageVersion({ metadata, spec }: CustomResourceDefinition): string {
  const version = spec.versions.find(({ storage }) => storage)?.name;
  if (version === undefined) throw new Error(`the CRD ${metadata.name} has no storage version`);
  return version;
}

/** Returns whether the API server serves the kind, and the reason if it never will. */
export function establishment(
  crd: CustomResourceDefinition | undefined,
): { readonly state: "established" } | { readonly state: "pending" } | { readonly state: "refused"; reason: string } {
  const conditions = crd?.status?.conditions ?? [];
  const refused = conditions.find(({ type, status }) => type === "NamesAccepted" && status === "False");
  if (refused !== undefined) return { state: "refused", reason: refused.message };
  const established = conditions.some(({ type, status }) => type === "Established" && status === "True");
  return { state: established ? "established" : "pending" };
}

export function isCrd(value: unknown): value is CustomResourceDefinition {
  if (typeof value !== "object" || value === null) return false;
  // The contents of the file are not validated yet: every field may be missing.
  const { apiVersion, kind, metadata, spec } = value as DeepPartial<CustomResourceDefinition>;
  return (
    apiVersion === "apiextensions.k8s.io/v1" &&
    kind === "CustomResourceDefinition" &&
    typeof metadata?.name === "string" &&
    typeof spec?.names?.kind === "string" &&
    Array.isArray(spec.versions)
  );
}
