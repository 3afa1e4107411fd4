/**
 * The shapes that all Kubernetes objects share, as they are on the wire: dates are strings, absent is absent. And kinds as values.
 */
import { TsopError } from "../core/errors.js";
import { parseApiVersion } from "../core/gvk.js";

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

declare const objectType: unique symbol;

/** A kind as a value: what a client and a controller are told to work on. `T` is the type of its objects. */
export interface Kind<T extends KubeObject = KubeObject> {
  readonly apiVersion: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Never there; lets the compiler tell kinds apart. */
  readonly [objectType]?: T;
}

/**
 * Makes the value that goes with the type of a kind. Both share one name, so one import brings both.
 *
 * The type parameter has to be written: without it, or with an apiVersion or kind that is not the type's, the call does
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

/** An object of which only its identity is known; all other fields have to be looked at before they are used. */
export interface Unstructured extends KubeObject {
  [field: string]: unknown;
}

/**
 * Makes the value of a kind that is known by name only, for instance because a user writes it into a field.
 *
 * @throws TsopError `cluster/invalid-request` when the two can be no apiVersion and kind
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
    throw new TsopError("cluster/invalid-request", `${JSON.stringify(value)} can be the ${what} of no object`, {
      hint: 'Such as unstructured("apps/v1", "Deployment").',
    });
  }
  return defineKind<Unstructured>(apiVersion, kind);
}

/** For people: `default/web`, and the name alone where there is no namespace. */
export function showKey({ namespace = "", name }: ObjectKey): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}
