/**
 * The shapes that all Kubernetes objects share, as in the API's JSON: a date is a string, and an absent field is
 * absent. Also kinds as values.
 */
import { TsopError } from "../core/errors.js";
import { parseApiVersion } from "../core/gvk.js";

/** The key of an object: its name, and its namespace. The namespace is absent or empty for cluster-scoped kinds. */
export interface ObjectKey {
  readonly namespace?: string;
  readonly name: string;
}

/** A reference from a dependent object to the object that owns it. */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

/**
 * The metadata of every stored object. Only `name` is always present, both in objects from the API server *and* in
 * objects that a program creates. The other fields are absent until the server has set them.
 */
export interface ObjectMeta {
  name: string;
  generateName?: string;
  /** Absent for cluster-scoped kinds. */
  namespace?: string;
  uid?: string;
  /** Opaque; changes with every write. */
  resourceVersion?: string;
  /** Counts the changes of the desired state. */
  generation?: number;
  /** RFC 3339, for instance `2026-01-31T12:00:00Z`. */
  creationTimestamp?: string;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: OwnerReference[];
  finalizers?: string[];
  managedFields?: ManagedFieldsEntry[];
  selfLink?: string;
}

/** The fields that one manager owns. */
export interface ManagedFieldsEntry {
  manager?: string;
  operation?: string;
  apiVersion?: string;
  time?: string;
  fieldsType?: string;
  fieldsV1?: object;
  subresource?: string;
}

/** An object of any kind. */
export interface KubeObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}

/**
 * The base type of your own kinds. The two parameters are the kind's identity; `tsop manifests` reads them too.
 *
 * @example
 * ```ts
 * import { type CustomResource, defineKind } from "tsop";
 *
 * export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
 *   spec: { replicas?: number };
 * }
 * export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
 * ```
 */
export interface CustomResource<ApiVersion extends string, Kind extends string> extends KubeObject {
  apiVersion: ApiVersion;
  kind: Kind;
}

/**
 * An object inside another object, such as a claim in a StatefulSet's templates: its apiVersion, kind and name are
 * optional.
 */
export type Embedded<T extends KubeObject> = Omit<T, keyof KubeObject> &
  Partial<Pick<T, "apiVersion" | "kind">> & { metadata?: Partial<ObjectMeta> };

/** One aspect of an object's state, in the form that `kubectl wait` and other tools understand. */
export interface Condition {
  /** CamelCase, or `example.com/CamelCase`. */
  type: string;
  status: "True" | "False" | "Unknown";
  /** The generation that this condition describes. */
  observedGeneration?: number;
  /** The time of the last change of `status` (RFC 3339). */
  lastTransitionTime: string;
  /** The reason as one CamelCase word, for programs. */
  reason: string;
  /** A message for people. May be empty. */
  message: string;
}

export interface ListMeta {
  resourceVersion?: string;
  /** Present if more items exist: pass it to the next `list`. */
  continue?: string;
  remainingItemCount?: number;
}

/** The result of `list`. */
export interface ObjectList<T> {
  metadata: ListMeta;
  items: T[];
}

/** The API server's response when it returns no object, usually an error. */
export interface Status {
  kind?: "Status";
  apiVersion?: "v1";
  /** For an expired list, the token for listing the remaining items in their current state. */
  metadata?: ListMeta;
  status?: "Success" | "Failure";
  message?: string;
  reason?: string;
  details?: StatusDetails;
  code?: number;
}

export interface StatusDetails {
  name?: string;
  group?: string;
  kind?: string;
  uid?: string;
  causes?: StatusCause[];
  retryAfterSeconds?: number;
}

export interface StatusCause {
  reason?: string;
  message?: string;
  field?: string;
}

/** A read-only view of `T`, at every depth. */
export type DeepReadonly<T> = T extends (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

declare const objectType: unique symbol;

/** A kind as a value, which you pass to a client or a controller. `T` is the type of its objects. */
export interface Kind<T extends KubeObject = KubeObject> {
  readonly apiVersion: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Never set; lets the compiler distinguish kinds. */
  readonly [objectType]?: T;
}

/**
 * Creates the value for the type of a kind. The value and the type share one name, so one import brings both.
 *
 * The type parameter is required: without it, or with an apiVersion or kind that differs from the type's, the call does
 * not compile.
 *
 * @example
 * ```ts
 * import { type CustomResource, defineKind } from "tsop";
 *
 * export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
 *   spec: { size: string };
 * }
 * export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
 * ```
 */
export function defineKind<T extends KubeObject = never>(apiVersion: T["apiVersion"], kind: T["kind"]): Kind<T> {
  return Object.freeze({ apiVersion, ...parseApiVersion(apiVersion), kind });
}

/** An object that declares types only for its identity. Check all other fields before you use them. */
export interface Unstructured extends KubeObject {
  [field: string]: unknown;
}

/**
 * Creates the value of a kind that is known only by name, for instance because a user writes it into a field.
 *
 * @throws TsopError `cluster/invalid-request` if `apiVersion` or `kind` is invalid
 *
 * @example
 * ```ts
 * import { type Client, unstructured } from "tsop";
 *
 * export async function specOf(client: Client, apiVersion: string, kind: string, name: string): Promise<unknown> {
 *   return (await client.getOrThrow(unstructured(apiVersion, kind), { namespace: "default", name })).spec;
 * }
 * ```
 */
export function unstructured(apiVersion: string, kind: string): Kind<Unstructured> {
  const shapes: [string, unknown, RegExp][] = [
    ["apiVersion", apiVersion, /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[a-z0-9]([-a-z0-9]*[a-z0-9])?$/],
    ["kind", kind, /^[A-Za-z]([-A-Za-z0-9]*[A-Za-z0-9])?$/],
  ];
  for (const [what, value, shape] of shapes) {
    if (typeof value === "string" && shape.test(value)) continue;
    throw new TsopError("cluster/invalid-request", `${JSON.stringify(value)} is not a valid ${what}`, {
      hint: 'For example: unstructured("apps/v1", "Deployment").',
    });
  }
  return defineKind<Unstructured>(apiVersion, kind);
}

/** Formats a key for people: `default/web`, or only the name if the key has no namespace. */
export function showKey({ namespace = "", name }: ObjectKey): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}
