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
