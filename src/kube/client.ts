/**
 * The interface by which an operator reads and writes objects. Implemented over HTTP, over a cache with HTTP behind
 * it, and in memory for tests.
 */
import type { SubresourceAccess } from "./subresource.js";
import type { DeepReadonly, Kind, KubeObject, ObjectKey, ObjectList, ObjectMeta } from "./objects.js";

/** A number of milliseconds, a signal to give up on: every call takes them. */
export interface CallOptions {
  /** Gives up when it fires; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface GetOptions extends CallOptions {
  /**
   * Return the cache's own frozen object instead of a copy. Costs nothing, and must not be changed (the type says so).
   * Default false.
   */
  readonly shared?: boolean;
}

export interface ListOptions extends GetOptions {
  /** Only this namespace. Absent: all that the client may see. */
  readonly namespace?: string;
  /** Labels that an object must have (`{ app: "web" }`), or a selector in kubectl's syntax (`"app in (web,db),!old"`). */
  readonly labels?: Readonly<Record<string, string>> | string;
  /** A field selector in kubectl's syntax (`"metadata.name=web"`). Which fields can be selected depends on the kind. */
  readonly fields?: string;
  /** At most so many items; `metadata.continue` of the answer leads on. Live reads only. */
  readonly limit?: number;
  readonly continue?: string;
  /** As in the API: absent means the newest, `"0"` any that the server has at hand. Live reads only. */
  readonly resourceVersion?: string;
}

export interface WatchOptions extends CallOptions {
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>> | string;
  readonly fields?: string;
  /** Where to go on from. */
  readonly resourceVersion?: string;
  /** Ask for the present objects as ADDED events first, ended by a bookmark (a streaming list). */
  readonly sendInitialEvents?: boolean;
  readonly allowBookmarks?: boolean;
  /** Ask the server to end the watch after so many seconds. */
  readonly timeoutSeconds?: number;
  /** Fail with a TransportError after so many milliseconds without a byte: the other end is gone. Default: never. */
  readonly idleTimeoutMs?: number;
}

/** One change. A bookmark carries only a resourceVersion (and, at the end of a streaming list, an annotation). */
export type WatchEvent<T> =
  | { readonly type: "ADDED" | "MODIFIED" | "DELETED"; readonly object: T }
  | { readonly type: "BOOKMARK"; readonly object: KubeObject };

export interface WriteOptions extends CallOptions {
  /** The field manager's name. Default: the client's own. */
  readonly fieldManager?: string;
  /** Let the server check and answer, and store nothing. Default false. */
  readonly dryRun?: boolean;
  /** What the server does with unknown and repeated fields. Default `Strict`: it refuses them. */
  readonly fieldValidation?: "Ignore" | "Warn" | "Strict";
}

export interface ApplyOptions extends WriteOptions {
  /** Take fields over from other managers instead of failing with a conflict. Default false. */
  readonly force?: boolean;
}

export interface DeleteOptions extends CallOptions {
  readonly dryRun?: boolean;
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: "Background" | "Foreground" | "Orphan";
  /** Delete only if the object is still this one. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

/** Which objects {@link Writer.deleteAllOf} deletes, and how. */
export interface DeleteAllOfOptions extends Omit<DeleteOptions, "preconditions"> {
  /** Required for namespaced kinds: the objects of one namespace are deleted at a time. */
  readonly namespace?: string;
  /** As for {@link ListOptions}. Absent: all. */
  readonly labels?: Readonly<Record<string, string>> | string;
  readonly fields?: string;
}

/** A change to an object, in one of the forms that the API knows. Made by {@link mergePatch}, `mergePatchFrom`, {@link jsonPatch} and {@link strategicPatch}. */
export type Patch =
  | { readonly type: "merge"; readonly body: object }
  | { readonly type: "strategic"; readonly body: object }
  | { readonly type: "json"; readonly body: readonly JsonPatchOperation[] };

/** One operation of RFC 6902. */
export type JsonPatchOperation =
  | { readonly op: "add" | "replace" | "test"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move" | "copy"; readonly path: string; readonly from: string };

/** An object that is to be created: `metadata.generateName` may stand in for the name. */
export type Creatable<T extends KubeObject> = Omit<T, "metadata"> & { metadata: Partial<ObjectMeta> };

/** Fields to apply: any part of `T`, with identity. A list, where it is given, is whole. */
export type Applicable<T extends KubeObject> = Pick<T, "apiVersion" | "kind"> & {
  metadata: Pick<ObjectMeta, "name"> & Partial<ObjectMeta>;
} & DeepPartial<Omit<T, "apiVersion" | "kind" | "metadata">>;

export type DeepPartial<T> = T extends unknown[]
  ? T
  : T extends object
    ? { [Key in keyof T]?: DeepPartial<T[Key]> }
    : T;

export interface Reader {
  /** The object, or undefined when there is none. @throws ApiError for every other refusal */
  get<T extends KubeObject>(
    kind: Kind<T>,
    key: ObjectKey,
    options: GetOptions & { shared: true },
  ): Promise<DeepReadonly<T> | undefined>;
  get<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options?: GetOptions): Promise<T | undefined>;

  /** The object. @throws ApiError with reason `NotFound` when there is none */
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

/** Writes to the status subresource, or to the whole object where the kind has none. */
export interface StatusWriter {
  update<T extends KubeObject>(object: T, options?: WriteOptions): Promise<T>;
  patch<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, patch: Patch, options?: WriteOptions): Promise<T>;
  apply<T extends KubeObject>(object: T | Applicable<T>, options?: ApplyOptions): Promise<T>;
}

export interface Writer {
  /** @throws ApiError with reason `AlreadyExists` when there is one of that name */
  create<T extends KubeObject>(object: T | Creatable<T>, options?: WriteOptions): Promise<T>;
  /**
   * Replaces the whole object. With a `metadata.resourceVersion` it succeeds only if nobody wrote in between.
   * @throws ApiError with reason `Conflict` or `NotFound`
   */
  update<T extends KubeObject>(object: T, options?: WriteOptions): Promise<T>;
  patch<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, patch: Patch, options?: WriteOptions): Promise<T>;
  /** Server-side apply: makes the given fields so, creates the object when there is none, leaves the rest alone. */
  apply<T extends KubeObject>(object: T | Applicable<T>, options?: ApplyOptions): Promise<T>;
  /** Asks for the object's deletion. One that is gone already is no error. */
  delete<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options?: DeleteOptions): Promise<void>;
  /**
   * Asks for the deletion of all objects that the options select. They go one after the other: after a failure, some may
   * be gone.
   * @throws TsopError `cluster/invalid-request` for a namespaced kind without a namespace
   */
  deleteAllOf<T extends KubeObject>(kind: Kind<T>, options?: DeleteAllOfOptions): Promise<void>;
  readonly status: StatusWriter;
}

/** What is left of an object of which only the metadata was read. */
export type ObjectMetadata<T extends KubeObject> = Pick<T, keyof KubeObject>;

/**
 * Reads the metadata of objects, and leaves what may be large where it is. That of a manager reads it from the cache where the
 * kind is cached, whole or `onlyMetadata`; all others ask the API server.
 */
export interface MetadataReader {
  /** Tells it from a {@link Reader}, which returns whole objects. */
  readonly view: "metadata";
  get<T extends KubeObject>(
    kind: Kind<T>,
    key: ObjectKey,
    options?: CallOptions,
  ): Promise<ObjectMetadata<T> | undefined>;
  /** @throws ApiError with reason `NotFound` when there is no such object */
  getOrThrow<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options?: CallOptions): Promise<ObjectMetadata<T>>;
  list<T extends KubeObject>(
    kind: Kind<T>,
    options?: Omit<ListOptions, "shared">,
  ): Promise<ObjectList<ObjectMetadata<T>>>;
}

/** Reads and writes objects. See {@link Reader} and {@link Writer}. */
export interface Client extends Reader, Writer {
  readonly metadata: MetadataReader;
  /**
   * Reads and writes what lies below objects.
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

/** A client that talks to the API server itself, so it can watch too. */
export interface LiveClient extends Client {
  /**
   * Yields changes until the server ends the watch. @throws ApiError when the server refuses, at the start or in the
   * stream (410 `Expired` when the resourceVersion is too old), TransportError when the connection breaks
   */
  watch<T extends KubeObject>(kind: Kind<T>, options?: WatchOptions): AsyncIterable<WatchEvent<T>>;
  readonly metadata: MetadataReader & {
    watch<T extends KubeObject>(kind: Kind<T>, options?: WatchOptions): AsyncIterable<WatchEvent<ObjectMetadata<T>>>;
  };
}

/**
 * A merge patch (RFC 7386): the given fields replace, `null` removes, lists replace whole.
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

/** A JSON patch (RFC 6902). */
export function jsonPatch(operations: readonly JsonPatchOperation[]): Patch {
  return { type: "json", body: operations };
}

/**
 * A strategic merge patch: as a merge patch, but items of lists are merged by their key (a container by its name) instead
 * of replacing the whole list. Only built-in kinds know it; custom resources refuse it.
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
