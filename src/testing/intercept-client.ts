import type { LiveClient } from "../kube/client.js";
import type { ManagerClient } from "../runtime/manager-client.js";

/**
 * Replacements for any of a client's methods.
 *
 * @example
 * ```ts
 * import type { ClientOverrides } from "tsop/testing";
 *
 * export const offline: ClientOverrides = { update: () => Promise.reject(new Error("no connection")) };
 * ```
 */
export type ClientOverrides = Partial<Omit<AnyClient, "status" | "metadata">> & {
  readonly status?: Partial<AnyClient["status"]>;
  readonly metadata?: Partial<AnyClient["metadata"]>;
};

type AnyClient = LiveClient & ManagerClient;

/**
 * Returns a client with some methods replaced: use it to test what a reconciler does when a call fails, or to count
 * calls. The methods of `status` and `metadata` that you do not name are kept too.
 *
 * @example
 * ```ts
 * import { ApiError } from "tsop";
 * import { createMemoryClient, interceptClient } from "tsop/testing";
 *
 * const client = createMemoryClient();
 * let updates = 0;
 * export const busy = interceptClient(client, {
 *   update: (object, options) => {
 *     updates += 1; // the first update fails with a conflict
 *     if (updates === 1) return Promise.reject(new ApiError({ kind: "Status", code: 409, reason: "Conflict" }, 409));
 *     return client.update(object, options);
 *   },
 * });
 * ```
 */
export function interceptClient<C extends Partial<AnyClient>>(client: C, overrides: ClientOverrides): C {
  const { status, metadata, ...methods } = overrides;
  const nested = {
    ...(status === undefined || client.status === undefined ? {} : { status: overlay(client.status, status) }),
    ...(metadata === undefined || client.metadata === undefined
      ? {}
      : { metadata: overlay(client.metadata, metadata) }),
  };
  return overlay(client, { ...methods, ...nested });
}

/** Methods of the original are called on the original, because they may use private fields. */
function overlay<T extends object>(original: T, overrides: object): T {
  return new Proxy(original, {
    get(target, name) {
      if (Object.hasOwn(overrides, name)) return Reflect.get(overrides, name) as unknown;
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
}
