/**
 * The interface through which an operator reads and writes objects. Implementations use HTTP, a cache with HTTP behind
 * it, or memory (for tests).
 */
import type { SubresourceAccess } from "./subresource.js";
import type { DeepReadonly, Kind, KubeObject, ObjectKey, ObjectList, ObjectMeta } from "./objects.js";

/** The options that every call takes. */
export interface CallOptions {
  /** Cancels the call when it fires. The call then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface GetOptions extends CallOptions {
  /**
   * Returns the cache's own frozen object instead of a copy. This costs nothing, but you must not change the object
   * (its type forbids it). Default false.
   */
  readonly shared?: boolean;
  /**
   * Leaves out `metadata.managedFields`, which often is half of an object. A server that offers this does not send the
   * field (KEP-5958; Kubernetes 1.37 does not offer it yet), and the client drops it otherwise. Live reads only. Default
   * false.
   */
  readonly omitManagedFields?: boolean;
}

export interface ListOptions extends GetOptions {
  /** The namespace to list. Default: all namespaces that the client may read. */
  readonly namespace?: string;
  /** Labels that an object must have (`{ app: "web" }`), or a selector in kubectl's syntax (`"app in (web,db),!old"`). */
  readonly labels?: Readonly<Record<string, string>> | string;
  /** A field selector in kubectl's syntax (`"metadata.name=web"`). Which fields can be selected depends on the kind. */
  readonly fields?: string;
  /**
   * The maximum number of items. The response's `metadata.continue` is the token for the next call. Live reads only.
   */
  readonly limit?: number;
  readonly continue?: string;
  /** As in the API: absent means the newest version, `"0"` any version that the server has cached. Live reads only. */
  readonly resourceVersion?: string;
}

export interface WatchOptions extends CallOptions {
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>> | string;
  readonly fields?: string;
  /** The resourceVersion to start from. */
  readonly resourceVersion?: string;
  /** Requests the existing objects as ADDED events first, followed by a bookmark (a streaming list). */
  readonly sendInitialEvents?: boolean;
  readonly allowBookmarks?: boolean;
  /** Makes the server end the watch after this many seconds. */
  readonly timeoutSeconds?: number;
  /**
   * Fails with a TransportError after this many milliseconds without a byte, because the connection is then lost.
   * Default: never.
   */
  readonly idleTimeoutMs?: number;
  /** As for `get` and `list`. */
  readonly omitManagedFields?: boolean;
}

/**
 * A change to an object. A bookmark contains only a resourceVersion (and an annotation at the end of a streaming list).
 */
export type WatchEvent<T> =
  | { readonly type: "ADDED" | "MODIFIED" | "DELETED"; readonly object: T }
  | { readonly type: "BOOKMARK"; readonly object: KubeObject };

export interface WriteOptions extends CallOptions {
  /** The name of the field manager. Default: the client's own. */
  readonly fieldManager?: string;
  /** Makes the server check the request and return the result without storing it. Default false. */
  readonly dryRun?: boolean;
  /** How the server treats unknown and duplicate fields. Default `Strict`: it rejects them. */
  readonly fieldValidation?: "Ignore" | "Warn" | "Strict";
}

export interface ApplyOptions extends WriteOptions {
  /** Takes over fields from other managers instead of failing with a conflict. Default false. */
  readonly force?: boolean;
}

export interface DeleteOptions extends CallOptions {
  readonly dryRun?: boolean;
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: "Background" | "Foreground" | "Orphan";
  /** Deletes the object only if it still has this uid and resourceVersion. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

/** The options of {@link Writer.deleteAllOf}: which objects it deletes, and how. */
export interface DeleteAllOfOptions extends Omit<DeleteOptions, "preconditions"> {
  /** Required for namespaced kinds: one call deletes the objects of one namespace. */
  readonly namespace?: string;
  /** As in {@link ListOptions}. Default: all objects. */
  readonly labels?: Readonly<Record<string, string>> | string;
  readonly fields?: string;
}

/**
 * A change to an object, in one of the forms that the API supports. {@link mergePatch}, `mergePatchFrom`,
 * {@link jsonPatch} and {@link strategicPatch} create it.
 */
export type Patch =
  | { readonly type: "merge"; readonly body: object }
  | { readonly type: "strategic"; readonly body: object }
  | { readonly type: "json"; readonly body: readonly JsonPatchOperation[] };

/** One operation of RFC 6902. */
export type JsonPatchOperation =
  | { readonly op: "add" | "replace" | "test"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move" | "copy"; readonly path: string; readonly from: string };

/** An object to create: `metadata.generateName` may replace the name. */
export type Creatable<T extends KubeObject> = Omit<T, "metadata"> & { metadata: Partial<ObjectMeta> };

/** The fields to apply: any part of `T`, with the object's identity. A list must be complete. */
export type Applicable<T extends KubeObject> = Pick<T, "apiVersion" | "kind"> & {
  metadata: Pick<ObjectMeta, "name"> & Partial<ObjectMeta>;
} & DeepPartial<Omit<T, "apiVersion" | "kind" | "metadata">>;

export type DeepPartial<T> = T extends unknown[]
  ? T
  : T extends object
    ? { [Key in keyof T]?: DeepPartial<T[Key]> }
    : T;

export interface Reader {
  /** Returns the object, or undefined if it does not exist. @throws ApiError for all other errors of the API server */
  get<T extends KubeObject>(
    kind: Kind<T>,
    key: ObjectKey,
    options: GetOptions & { shared: true },
  ): Promise<DeepReadonly<T> | undefined>;
  get<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options?: GetOptions): Promise<T | undefined>;

  /** Returns the object. @throws ApiError with reason `NotFound` if it does not exist */
  getOrThrow<T extends KubeObject>(
    kind: Kind<T>,
    key: ObjectKey,
    options: GetOptions & { shared: true },
  ): Promise<DeepReadonly<T>>;
  getOrThrow<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options?: GetOptions): Promise<T>;

  list<T extends KubeObject>(
    kind: Kind<T>,
    options: ListOptions & { shared: true },
  ): Promise<ObjectList<DeepReadonly<T>>>;
  list<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): Promise<ObjectList<T>>;
}

/** Writes to the status subresource, or to the whole object if the kind has no status subresource. */
export interface StatusWriter {
  update<T extends KubeObject>(object: T, options?: WriteOptions): Promise<T>;
  patch<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, patch: Patch, options?: WriteOptions): Promise<T>;
  apply<T extends KubeObject>(object: T | Applicable<T>, options?: ApplyOptions): Promise<T>;
}

export interface Writer {
  /** @throws ApiError with reason `AlreadyExists` if an object with this name exists */
  create<T extends KubeObject>(object: T | Creatable<T>, options?: WriteOptions): Promise<T>;
  /**
   * Replaces the whole object. With a `metadata.resourceVersion`, the call succeeds only if no other client wrote the
   * object in between.
   * @throws ApiError with reason `Conflict` or `NotFound`
   */
  update<T extends KubeObject>(object: T, options?: WriteOptions): Promise<T>;
  patch<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, patch: Patch, options?: WriteOptions): Promise<T>;
  /**
   * Applies the given fields (server-side apply). Creates the object if it does not exist, and leaves its other fields
   * unchanged.
   */
  apply<T extends KubeObject>(object: T | Applicable<T>, options?: ApplyOptions): Promise<T>;
  /** Requests the deletion of an object. An object that does not exist is not an error. */
  delete<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options?: DeleteOptions): Promise<void>;
  /**
   * Requests the deletion of all objects that the options select. The server deletes them one after another: after a
   * failure, some may already be deleted.
   * @throws TsopError `cluster/invalid-request` for a namespaced kind without a namespace
   */
  deleteAllOf<T extends KubeObject>(kind: Kind<T>, options?: DeleteAllOfOptions): Promise<void>;
  readonly status: StatusWriter;
}

/** The part of an object that a read of its metadata returns. */
export type ObjectMetadata<T extends KubeObject> = Pick<T, keyof KubeObject>;

/**
 * Reads only the metadata of objects, not their other fields, which may be large. The reader of a manager uses the
 * cache if it caches the kind, whole or `onlyMetadata`; all other readers call the API server.
 */
export interface MetadataReader {
  /** Distinguishes this type from a {@link Reader}, which returns whole objects. */
  readonly view: "metadata";
  get<T extends KubeObject>(
    kind: Kind<T>,
    key: ObjectKey,
    options?: Omit<GetOptions, "shared">,
  ): Promise<ObjectMetadata<T> | undefined>;
  /** @throws ApiError with reason `NotFound` if the object does not exist */
  getOrThrow<T extends KubeObject>(
    kind: Kind<T>,
    key: ObjectKey,
    options?: Omit<GetOptions, "shared">,
  ): Promise<ObjectMetadata<T>>;
  list<T extends KubeObject>(
    kind: Kind<T>,
    options?: Omit<ListOptions, "shared">,
  ): Promise<ObjectList<ObjectMetadata<T>>>;
}

/** Reads and writes objects. See {@link Reader} and {@link Writer}. */
export interface Client extends Reader, Writer {
  readonly metadata: MetadataReader;
  /**
   * Reads and writes subresources.
   *
   * @example
   * ```ts
   * import { type Client } from "tsop";
   * import { Deployment } from "tsop/k8s/apps/v1";
   * import { Pod, ServiceAccount } from "tsop/k8s/core/v1";
   *
   * export async function examples(client: Client, namespace: string): Promise<string | undefined> {
   *   await client.subResource("scale").update(Deployment, { namespace, name: "web" }, { spec: { replicas: 3 } });
   *   await client.subResource("eviction").create(Pod, { namespace, name: "web-0" }, {});
   *   const request = { spec: { audiences: ["vault"], expirationSeconds: 600 } };
   *   const token = await client.subResource("token").create(ServiceAccount, { namespace, name: "web" }, request);
   *   return token.status?.token;
   * }
   * ```
   */
  readonly subResource: SubresourceAccess;
}

/** A client that calls the API server directly, and can therefore also watch. */
export interface LiveClient extends Client {
  /**
   * Yields changes until the server ends the watch. @throws ApiError if the server rejects the watch, at the start or
   * later (410 `Expired` if the resourceVersion is too old); TransportError if the connection breaks
   */
  watch<T extends KubeObject>(kind: Kind<T>, options?: WatchOptions): AsyncIterable<WatchEvent<T>>;
  readonly metadata: MetadataReader & {
    watch<T extends KubeObject>(kind: Kind<T>, options?: WatchOptions): AsyncIterable<WatchEvent<ObjectMetadata<T>>>;
  };
}

/**
 * Returns a merge patch (RFC 7386): the given fields replace the existing ones, `null` removes a field, and lists are
 * replaced whole.
 *
 * @example
 * ```ts
 * import { type Client, mergePatch } from "tsop";
 * import { Deployment } from "tsop/k8s/apps/v1";
 *
 * export async function scaleToThree(client: Client): Promise<void> {
 *   await client.patch(Deployment, { namespace: "default", name: "web" }, mergePatch({ spec: { replicas: 3 } }));
 * }
 * ```
 */
export function mergePatch(body: object): Patch {
  return { type: "merge", body };
}

/** Returns a JSON patch (RFC 6902). */
export function jsonPatch(operations: readonly JsonPatchOperation[]): Patch {
  return { type: "json", body: operations };
}

/**
 * Returns a strategic merge patch. It works like a merge patch, but merges the items of lists by their key (a container
 * by its name) instead of replacing the whole list. Only built-in kinds support it; the API server rejects it for
 * custom resources.
 *
 * @example
 * ```ts
 * import { type Client, strategicPatch } from "tsop";
 * import { Deployment } from "tsop/k8s/apps/v1";
 *
 * export async function setImage(client: Client, image: string): Promise<void> {
 *   const patch = strategicPatch({ spec: { template: { spec: { containers: [{ name: "app", image }] } } } });
 *   await client.patch(Deployment, { namespace: "default", name: "web" }, patch);
 * }
 * ```
 */
export function strategicPatch(body: object): Patch {
  return { type: "strategic", body };
}
