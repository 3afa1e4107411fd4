/**
 * Names for types that TypeScript's `number` and `string` do not distinguish. They change nothing at run time;
 * `tsop manifests` reads them by name.
 */

/** A whole number of 32 bits: `type: integer, format: int32`. */
export type Int32 = number;

/** A whole number of 64 bits: `type: integer, format: int64`. JavaScript represents it exactly up to 2^53. */
export type Int64 = number;

/** A floating-point number: `type: number, format: double`. */
export type Double = number;

/** A whole number of unspecified width: `type: integer`. */
export type Integer = number;

/** Bytes in base64: `type: string, format: byte`. */
export type Base64 = string;

/** A number with an optional suffix, such as `500m` or `1Gi`. */
export type Quantity = string | number;

/** A number, or a string such as `25%`. */
export type IntOrString = number | string;

/** A date and time of RFC 3339: `type: string, format: date-time`. */
export type Time = string;

/** A date and time of RFC 3339 with microseconds. */
export type MicroTime = string;

/** A duration in Go's format, such as `1h30m`. */
export type Duration = string;

/** Any object, such as a whole manifest: `type: object, x-kubernetes-preserve-unknown-fields: true`. */
export type RawExtension = Record<string, unknown>;

/**
 * A list whose items one or several fields identify: `x-kubernetes-list-type: map`.
 *
 * @example
 * ```ts
 * import type { Int32, ListMap } from "tsop";
 *
 * export interface Port {
 *   name: string;
 *   port: Int32;
 * }
 *
 * export interface ServiceSpec {
 *   ports: ListMap<Port, "name">;
 * }
 * ```
 */
export type ListMap<Item, Key extends keyof Item> = (Item & Required<Pick<Item, Key>>)[];

/** A list of distinct values: `x-kubernetes-list-type: set`. */
export type ListSet<Item> = Item[];

/** A list that every write replaces as a whole: `x-kubernetes-list-type: atomic`. */
export type AtomicList<Item> = Item[];

/** Formats a time as RFC 3339 with six fractional digits, which the API server requires. */
export function toMicroTime(ms: number): MicroTime {
  return new Date(ms).toISOString().replace("Z", "000Z");
}
