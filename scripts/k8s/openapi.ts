/** The stored parts of a live API server's OpenAPI: one file per group version, below data/openapi. */

/** A schema of OpenAPI v3, in the form that kube-apiserver publishes. */
export interface Schema {
  readonly description?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly default?: unknown;
  readonly "x-kubernetes-list-type"?: string;
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  readonly "x-kubernetes-map-type"?: string;
  readonly "x-kubernetes-group-version-kind"?: readonly { group: string; version: string; kind: string }[];
}

/** A resource that the group version serves. */
export interface Resource {
  readonly kind: string;
  /** The plural name, as in a URL. */
  readonly name: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  readonly subresources: readonly Subresource[];
  /** The columns of its Table; none if the resource cannot be listed. */
  readonly columns: readonly TableColumn[];
}

export interface Subresource {
  readonly name: string;
  readonly kind: string;
  /** The apiVersion of the kind, if it differs from that of the resource. */
  readonly apiVersion?: string;
  readonly verbs: readonly string[];
}

export interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
}

export interface GroupVersionData {
  /** The apiVersion as in an object: `apps/v1`. Empty for the shared types of `meta/v1`. */
  readonly apiVersion: string;
  readonly resources: readonly Resource[];
  /** The schemas by full name: `io.k8s.api.apps.v1.Deployment`. */
  readonly schemas: Readonly<Record<string, Schema>>;
}

/**
 * Returns the module and the type of a schema: `io.k8s.api.apps.v1.Deployment` → `apps/v1`, `Deployment`. Undefined for
 * basic types.
 */
export function placeOf(schemaName: string): { readonly module: string; readonly type: string } | undefined {
  const match =
    /^io\.k8s\.api\.([a-z]+)\.(v\w+)\.(\w+)$/.exec(schemaName) ??
    /^io\.k8s\.[\w-]+\.pkg\.apis\.([a-z]+)\.(v\w+)\.(\w+)$/.exec(schemaName);
  if (match === null) return undefined;
  const [, group = "", version = "", type = ""] = match;
  return { module: `${group}/${version}`, type };
}

/** Returns the schema that a reference names, either alone or (with a default beside it) in an allOf with one element. */
export function referenceOf(schema: Schema): string | undefined {
  const ref = schema.$ref ?? (schema.allOf?.length === 1 ? schema.allOf[0]?.$ref : undefined);
  return ref?.replace("#/components/schemas/", "");
}
