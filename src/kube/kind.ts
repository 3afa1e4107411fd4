import { TsopError } from "../core/errors.js";
import { parseApiVersion } from "../core/gvk.js";
import type { KubeObject } from "./objects.js";

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
