/**
 * The shapes that all Kubernetes objects share, as they are on the wire: dates are strings, absent is absent.
 */

/** Where an object is: its name, and its namespace unless its kind is cluster-scoped (absent or empty then). */
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
 * What every stored object carries. Only `name` is always there in objects that come from the API server *and* in
 * those that a program makes; the rest is absent until the server has filled it in.
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

/** Which fields one manager owns. */
export interface ManagedFieldsEntry {
  manager?: string;
  operation?: string;
  apiVersion?: string;
  time?: string;
  fieldsType?: string;
  fieldsV1?: object;
  subresource?: string;
}

/** Any object of any kind. */
export interface KubeObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}

/**
 * The base of a user's own kind. The two parameters are the kind's identity; `tsop manifests` reads them too.
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

/** An object inside another, such as a claim in a StatefulSet's templates: it need not say what and which it is. */
export type Embedded<T extends KubeObject> = Omit<T, keyof KubeObject> &
  Partial<Pick<T, "apiVersion" | "kind">> & { metadata?: Partial<ObjectMeta> };

/** One aspect of an object's state, in the form that `kubectl wait` and others understand. */
export interface Condition {
  /** CamelCase, or `example.com/CamelCase`. */
  type: string;
  status: "True" | "False" | "Unknown";
  /** The generation that this condition speaks of. */
  observedGeneration?: number;
  /** RFC 3339; when `status` last changed. */
  lastTransitionTime: string;
  /** One CamelCase word, for programs. */
  reason: string;
  /** For people. May be empty. */
  message: string;
}

export interface ListMeta {
  resourceVersion?: string;
  /** Present when there is more: give it to the next `list`. */
  continue?: string;
  remainingItemCount?: number;
}

/** What `list` returns. */
export interface ObjectList<T> {
  metadata: ListMeta;
  items: T[];
}

/** The API server's answer when it has no object to give, most often a refusal. */
export interface Status {
  kind?: "Status";
  apiVersion?: "v1";
  /** For an expired list, the token with which the rest can be listed as it is now. */
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

/** Everything in `T`, at every depth, for reading only. */
export type DeepReadonly<T> = T extends (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;
