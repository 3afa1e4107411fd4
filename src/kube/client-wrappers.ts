/** Clients that call another client with additional options. */
import { TsopError } from "../core/errors.js";
import type { ApplyOptions, Client, DeleteOptions, GetOptions, ListOptions, WriteOptions } from "./client.js";
import type { Kind, KubeObject, ObjectKey } from "./objects.js";
import type { SubresourceAccess, SubresourceClient } from "./subresource.js";

/**
 * Returns a client whose writes are dry runs: the API server checks them and returns the result, and stores nothing.
 *
 * @example
 * ```ts
 * import { type Client, type Creatable, dryRunClient, type KubeObject } from "tsop";
 *
 * export async function wouldBe<T extends KubeObject>(client: Client, object: T | Creatable<T>): Promise<T> {
 *   return dryRunClient(client).create<T>(object); // with defaults, as webhooks leave it
 * }
 * ```
 */
export function dryRunClient(client: Client): Client {
  const remove = { dryRun: true };
  return changing(client, { write: (given) => ({ ...given, dryRun: true }), remove });
}

/**
 * Returns a client that writes under another field manager's name, unless a call sets one.
 *
 * @example
 * ```ts
 * import { type Client, fieldManagerClient } from "tsop";
 *
 * export const asScaler = (client: Client): Client => fieldManagerClient(client, "my-operator-scaler");
 * ```
 */
export function fieldManagerClient(client: Client, fieldManager: string): Client {
  return changing(client, {
    write: (given) => ({ ...given, fieldManager: given?.fieldManager ?? fieldManager }),
  });
}

/**
 * Returns a client that sets how the API server treats unknown fields, unless a call sets it.
 *
 * @example
 * ```ts
 * import { type Client, fieldValidationClient } from "tsop";
 *
 * export const lenient = (client: Client): Client => fieldValidationClient(client, "Warn");
 * ```
 */
export function fieldValidationClient(client: Client, mode: NonNullable<WriteOptions["fieldValidation"]>): Client {
  return changing(client, { write: (given) => ({ ...given, fieldValidation: given?.fieldValidation ?? mode }) });
}

/**
 * Returns a client for one namespace. It adds this namespace to keys, lists and objects that name none. It rejects
 * other namespaces, and also cluster-scoped kinds, which it knows from the API server's list of resources.
 *
 * @throws TsopError `cluster/invalid-request` without a namespace; its methods throw it for another namespace
 *
 * @example
 * ```ts
 * import { type Client, namespacedClient } from "tsop";
 * import { ConfigMap } from "tsop/k8s/core/v1";
 *
 * export async function settings(client: Client): Promise<Record<string, string>> {
 *   const own = namespacedClient(client, "my-operator-system");
 *   return (await own.get(ConfigMap, { name: "settings" }))?.data ?? {};
 * }
 * ```
 */
export function namespacedClient(client: Client, namespace: string): Client {
  if (typeof (namespace as unknown) !== "string" || namespace === "") {
    throw new TsopError("cluster/invalid-request", "namespacedClient() expects the name of a namespace", {
      hint: 'For example: namespacedClient(client, "default").',
    });
  }
  const check = (given: string | undefined): void => {
    if (given === undefined || given === "" || given === namespace) return;
    throw new TsopError(
      "cluster/invalid-request",
      `namespace ${JSON.stringify(given)} is not the namespace of this client, ${JSON.stringify(namespace)}`,
    );
  };
  const at = (key: ObjectKey): ObjectKey => {
    check(key.namespace);
    return { namespace, name: key.name };
  };
  const within = <Options extends { readonly namespace?: string }>(options: Options | undefined): Options => {
    check(options?.namespace);
    // The result has the properties of the options.
    return { ...options, namespace } as Options;
  };
  const placed = <T extends { readonly metadata: object }>(object: T): T => {
    const given: unknown = object;
    // The client rejects a value that is not an object, with a better message.
    if (typeof given !== "object" || given === null || typeof object.metadata !== "object") return object;
    const metadata: { readonly namespace?: string } = object.metadata;
    check(metadata.namespace);
    return { ...object, metadata: { ...metadata, namespace } };
  };

  return changing(client, { key: at, object: placed, select: within });
}

/** The changes to the arguments of calls; an absent change keeps the argument unchanged. */
interface Changes {
  readonly key?: (key: ObjectKey) => ObjectKey;
  readonly object?: <T extends { readonly metadata: object }>(object: T) => T;
  /** The options that select objects. */
  readonly select?: <O extends { readonly namespace?: string }>(options: O | undefined) => O | undefined;
  /** The options of writes, except deletions. */
  readonly write?: (options: ApplyOptions | undefined) => ApplyOptions | undefined;
  /** The options that every deletion gets. */
  readonly remove?: Pick<DeleteOptions, "dryRun">;
}

function same<T>(given: T): T {
  return given;
}

/** Returns a client that changes its arguments. An error that a change throws is the outcome of the call. */
function changing(client: Client, changes: Changes): Client {
  const { key = same, object = same, select = same, write = same, remove } = changes;
  const { status, metadata } = client;
  const below = (live: SubresourceClient<KubeObject>): SubresourceClient<KubeObject> => ({
    get: async (kind, at, options) => live.get(kind, key(at), options),
    getOrThrow: async (kind, at, options) => live.getOrThrow(kind, key(at), options),
    create: async (kind, at, body, options) => live.create(kind, key(at), body, write(options)),
    update: async (kind, at, body, options) => live.update(kind, key(at), body, write(options)),
    patch: async (kind, at, patch, options) => live.patch(kind, key(at), patch, write(options)),
    apply: async (kind, at, fields, options) => live.apply(kind, key(at), fields, write(options)),
  });
  return {
    get: async (kind: Kind, at: ObjectKey, options?: GetOptions) => client.get(kind, key(at), options),
    getOrThrow: async (kind: Kind, at: ObjectKey, options?: GetOptions) => client.getOrThrow(kind, key(at), options),
    list: async (kind: Kind, options?: ListOptions) => client.list(kind, select(options)),
    create: async (given, options) => client.create(object(given), write(options)),
    update: async (given, options) => client.update(object(given), write(options)),
    patch: async (kind, at, patch, options) => client.patch(kind, key(at), patch, write(options)),
    apply: async (given, options) => client.apply(object(given), write(options)),
    delete: async (kind, at, options) => client.delete(kind, key(at), { ...options, ...remove }),
    deleteAllOf: async (kind, options) => client.deleteAllOf(kind, { ...select(options), ...remove }),
    status: {
      update: async (given, options) => status.update(object(given), write(options)),
      patch: async (kind, at, patch, options) => status.patch(kind, key(at), patch, write(options)),
      apply: async (given, options) => status.apply(object(given), write(options)),
    },
    metadata: {
      view: "metadata",
      get: async (kind, at, options) => metadata.get(kind, key(at), options),
      getOrThrow: async (kind, at, options) => metadata.getOrThrow(kind, key(at), options),
      list: async (kind, options) => metadata.list(kind, select(options)),
    },
    // The name decides the type of the bodies that this client reads and writes.
    subResource: ((name: string) => below(client.subResource<KubeObject>(name))) as SubresourceAccess,
  };
}
