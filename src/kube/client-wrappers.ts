/** Clients that do with each call what another client does with a call that says more. */
import { TsopError } from "../core/errors.js";
import type { Client, GetOptions, ListOptions, StatusWriter, WriteOptions } from "./client.js";
import type { Kind, KubeObject, ObjectKey } from "./objects.js";
import type { SubresourceAccess, SubresourceClient } from "./subresource.js";

/**
 * The same client, but for its writes: the API server checks and answers them, and stores nothing.
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
  const dryRun = true;
  return {
    ...writing(client, () => ({ dryRun })),
    delete: (kind, key, options) => client.delete(kind, key, { ...options, dryRun }),
    deleteAllOf: (kind, options) => client.deleteAllOf(kind, { ...options, dryRun }),
  };
}

/**
 * The same client, writing under another field manager's name, unless a call names one itself.
 *
 * @example
 * ```ts
 * import { type Client, fieldManagerClient } from "tsop";
 *
 * export const asScaler = (client: Client): Client => fieldManagerClient(client, "my-operator-scaler");
 * ```
 */
export function fieldManagerClient(client: Client, fieldManager: string): Client {
  return writing(client, (given) => ({ fieldManager: given?.fieldManager ?? fieldManager }));
}

/**
 * The same client, with what the API server does with fields that it does not know, unless a call says so itself.
 *
 * @example
 * ```ts
 * import { type Client, fieldValidationClient } from "tsop";
 *
 * export const lenient = (client: Client): Client => fieldValidationClient(client, "Warn");
 * ```
 */
export function fieldValidationClient(client: Client, mode: NonNullable<WriteOptions["fieldValidation"]>): Client {
  return writing(client, (given) => ({ fieldValidation: given?.fieldValidation ?? mode }));
}

/** The same client, but for the options of what it writes. */
function writing(client: Client, added: (given: WriteOptions | undefined) => WriteOptions): Client {
  const change = <O extends WriteOptions>(options: O | undefined) => ({ ...options, ...added(options) });
  return {
    ...readsOf(client),
    create: (object, options) => client.create(object, change(options)),
    update: (object, options) => client.update(object, change(options)),
    patch: (kind, key, patch, options) => client.patch(kind, key, patch, change(options)),
    apply: (object, options) => client.apply(object, change(options)),
    delete: (kind, key, options) => client.delete(kind, key, options),
    deleteAllOf: (kind, options) => client.deleteAllOf(kind, options),
    status: {
      update: (object, options) => client.status.update(object, change(options)),
      patch: (kind, key, patch, options) => client.status.patch(kind, key, patch, change(options)),
      apply: (object, options) => client.status.apply(object, change(options)),
    },
    subResource: subresources(client, (live) => ({
      get: (kind, key, options) => live.get(kind, key, options),
      getOrThrow: (kind, key, options) => live.getOrThrow(kind, key, options),
      create: (kind, key, body, options) => live.create(kind, key, body, change(options)),
      update: (kind, key, body, options) => live.update(kind, key, body, change(options)),
      patch: (kind, key, patch, options) => live.patch(kind, key, patch, change(options)),
      apply: (kind, key, fields, options) => live.apply(kind, key, fields, change(options)),
    })),
  };
}

/**
 * The same client, in one namespace: it is what keys, lists and objects have that name none. Another one is refused, and so
 * are cluster-scoped kinds, by the API server's list of resources.
 *
 * @throws TsopError `cluster/invalid-request`, as its methods do for another namespace
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
    throw new TsopError("cluster/invalid-request", "a client of one namespace needs its name", {
      hint: 'Such as namespacedClient(client, "default").',
    });
  }
  const check = (given: string | undefined): void => {
    if (given === undefined || given === "" || given === namespace) return;
    throw new TsopError(
      "cluster/invalid-request",
      `namespace ${JSON.stringify(given)} is not that of this client, ${JSON.stringify(namespace)}`,
    );
  };
  const at = (key: ObjectKey): ObjectKey => {
    check(key.namespace);
    return { namespace, name: key.name };
  };
  const within = <Options extends { readonly namespace?: string }>(options: Options | undefined): Options => {
    check(options?.namespace);
    // It has what the options have.
    return { ...options, namespace } as Options;
  };
  const placed = <T extends { readonly metadata: object }>(object: T): T => {
    const given: unknown = object;
    // What is no object is for the client to refuse, which says it better.
    if (typeof given !== "object" || given === null || typeof object.metadata !== "object") return object;
    const metadata: { readonly namespace?: string } = object.metadata;
    check(metadata.namespace);
    return { ...object, metadata: { ...metadata, namespace } };
  };

  const status: StatusWriter = {
    update: async (object, options) => client.status.update(placed(object), options),
    patch: async (kind, key, patch, options) => client.status.patch(kind, at(key), patch, options),
    apply: async (object, options) => client.status.apply(placed(object), options),
  };
  return {
    get: async (kind: Kind, key: ObjectKey, options?: GetOptions) => client.get(kind, at(key), options),
    getOrThrow: async (kind: Kind, key: ObjectKey, options?: GetOptions) => client.getOrThrow(kind, at(key), options),
    list: async (kind: Kind, options?: ListOptions) => client.list(kind, within(options)),
    create: async (object, options) => client.create(placed(object), options),
    update: async (object, options) => client.update(placed(object), options),
    patch: async (kind, key, patch, options) => client.patch(kind, at(key), patch, options),
    apply: async (object, options) => client.apply(placed(object), options),
    delete: async (kind, key, options) => client.delete(kind, at(key), options),
    deleteAllOf: async (kind, options) => client.deleteAllOf(kind, within(options)),
    status,
    metadata: {
      view: "metadata",
      get: async (kind, key, options) => client.metadata.get(kind, at(key), options),
      getOrThrow: async (kind, key, options) => client.metadata.getOrThrow(kind, at(key), options),
      list: async (kind, options) => client.metadata.list(kind, within(options)),
    },
    subResource: subresources(client, (live) => ({
      get: async (kind, key, options) => live.get(kind, at(key), options),
      getOrThrow: async (kind, key, options) => live.getOrThrow(kind, at(key), options),
      create: async (kind, key, body, options) => live.create(kind, at(key), body, options),
      update: async (kind, key, body, options) => live.update(kind, at(key), body, options),
      patch: async (kind, key, patch, options) => live.patch(kind, at(key), patch, options),
      apply: async (kind, key, fields, options) => live.apply(kind, at(key), fields, options),
    })),
  };
}

function readsOf(client: Client): Pick<Client, "get" | "getOrThrow" | "list" | "metadata"> {
  return {
    get: (kind: Kind, key: ObjectKey, options?: GetOptions) => client.get(kind, key, options),
    getOrThrow: (kind: Kind, key: ObjectKey, options?: GetOptions) => client.getOrThrow(kind, key, options),
    list: (kind: Kind, options?: ListOptions) => client.list(kind, options),
    metadata: client.metadata,
  };
}

function subresources(
  client: Client,
  wrap: (live: SubresourceClient<KubeObject>) => SubresourceClient<KubeObject>,
): SubresourceAccess {
  // By its name it is a client of bodies of that type.
  return ((name: string) => wrap(client.subResource<KubeObject>(name))) as SubresourceAccess;
}
