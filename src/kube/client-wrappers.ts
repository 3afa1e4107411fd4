/** Clients that do with each call what another client does with a call that says more. */
import { TsopError } from "../core/errors.js";
import type { ApplyOptions, Client, DeleteOptions, GetOptions, ListOptions, WriteOptions } from "./client.js";
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
  const remove = { dryRun: true };
  return changing(client, { write: (given) => ({ ...given, dryRun: true }), remove });
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
  return changing(client, {
    write: (given) => ({ ...given, fieldManager: given?.fieldManager ?? fieldManager }),
  });
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
  return changing(client, { write: (given) => ({ ...given, fieldValidation: given?.fieldValidation ?? mode }) });
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

  return changing(client, { key: at, object: placed, select: within });
}

/** What becomes of the arguments of calls; each stays as it is given where nothing is said. */
interface Changes {
  readonly key?: (key: ObjectKey) => ObjectKey;
  readonly object?: <T extends { readonly metadata: object }>(object: T) => T;
  /** Options that choose among objects. */
  readonly select?: <O extends { readonly namespace?: string }>(options: O | undefined) => O | undefined;
  /** Options of writes, but for deletions. */
  readonly write?: (options: ApplyOptions | undefined) => ApplyOptions | undefined;
  /** Options that all deletions have. */
  readonly remove?: Pick<DeleteOptions, "dryRun">;
}

function same<T>(given: T): T {
  return given;
}

/** The same client, called with other arguments. What a change throws is the outcome of the call. */
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
    // By its name it is a client of bodies of that type.
    subResource: ((name: string) => below(client.subResource<KubeObject>(name))) as SubresourceAccess,
  };
}
