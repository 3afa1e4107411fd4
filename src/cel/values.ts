/** The values of CEL during the evaluation of a rule. `int` is a bigint, `double` a number; an error is a value too. */
import type { ExactJsonObject, ExactJsonValue } from "../core/json.js";
import type { Schema } from "../schema/schema.js";
import type { Quantity } from "./quantity.js";
import type { Semver } from "./semver.js";
import type { ParsedUrl } from "./url.js";

export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | { readonly kind: "uint"; readonly value: bigint }
  | TimestampValue
  | DurationValue
  | ListValue
  | MapValue
  | RecordValue
  | OptionalValue
  | { readonly kind: "type"; readonly name: string }
  /** A value that the schema preserves without describing it. It can only be compared. */
  | { readonly kind: "unknown"; readonly raw: ExactJsonValue }
  /** An address has 4 or 16 bytes. */
  | { readonly kind: "ip"; readonly bytes: readonly number[] }
  | { readonly kind: "cidr"; readonly bytes: readonly number[]; readonly bits: number }
  | { readonly kind: "url"; readonly url: ParsedUrl }
  | { readonly kind: "quantity"; readonly quantity: Quantity }
  | { readonly kind: "semver"; readonly version: Semver }
  | { readonly kind: "format"; readonly name: string }
  | HostValue
  | ErrorValue;

export interface TimestampValue {
  readonly kind: "timestamp";
  /** The nanoseconds since 1970. */
  readonly nanoseconds: bigint;
  /** The offset of the zone in which it was written and is printed, east of UTC. */
  readonly offsetSeconds: number;
}

export interface DurationValue {
  readonly kind: "duration";
  readonly nanoseconds: bigint;
}

export interface ListValue {
  readonly kind: "list";
  readonly items: readonly Value[];
  /** Set for a list from a custom resource: its type determines the meaning of == and +. */
  readonly data?: ListData;
  /** Set for a list of a built-in kind since Kubernetes 1.37. */
  readonly isGo?: true;
}

export interface ListData {
  readonly raw: readonly Raw[];
  readonly item: Schema;
  /** The names of the keys in rules, for a list of type map. */
  readonly keys: readonly string[];
  readonly type: "map" | "set" | "atomic";
}

export interface MapValue {
  readonly kind: "map";
  readonly size: number;
  readonly keys: readonly Value[];
  /** Returns undefined if the key does not exist, or an error for a key of a type that the map cannot have. */
  find(key: Value): Value | undefined;
  readonly data?: { readonly raw: ExactJsonObject; readonly schemaOf: (key: string) => Schema | undefined };
  /** Set for an object or a map of a built-in kind since Kubernetes 1.37. */
  readonly go?: { readonly kind: "struct"; readonly raw: ExactJsonObject } | { readonly kind: "map" };
}

/** An object that the expression constructed. */
export interface RecordValue {
  readonly kind: "record";
  /** `Object.spec` */
  readonly type: string;
  readonly fields: ReadonlyMap<string, Value>;
}

/** An element of a list as in the custom resource, or one that a rule added and that JSON cannot express. */
export type Raw = ExactJsonValue | Foreign;

export class Foreign {
  readonly value: Value;

  constructor(value: Value) {
    this.value = value;
  }
}

export interface OptionalValue {
  readonly kind: "optional";
  /** Absent in `optional.none()`. */
  readonly held?: Value;
}

/** A value that the evaluating program supplies, such as an authorizer, which implements its functions itself. */
export interface HostValue {
  readonly kind: "host";
  /** `kubernetes.authorization.Authorizer` */
  readonly type: string;
  /** Returns undefined if the function does not exist or does not accept such values. */
  call(name: string, args: readonly Value[]): Value | undefined;
}

export interface ErrorValue {
  readonly kind: "error";
  readonly message: string;
}

export type ValueKind = "null" | "bool" | "int" | "double" | "string" | "bytes" | TaggedValue["kind"];

export function kindOf(value: Value): ValueKind {
  if (value === null) return "null";
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "bigint":
      return "int";
    case "number":
      return "double";
    case "string":
      return "string";
    default:
      return value instanceof Uint8Array ? "bytes" : value.kind;
  }
}

const typeNames: Readonly<Partial<Record<ValueKind, string>>> = {
  null: "null_type",
  timestamp: "google.protobuf.Timestamp",
  duration: "google.protobuf.Duration",
  optional: "optional_type",
  ip: "net.IP",
  cidr: "net.CIDR",
  url: "kubernetes.URL",
  quantity: "kubernetes.Quantity",
  semver: "kubernetes.Semver",
  format: "kubernetes.NamedFormat",
};

/** Returns the name of `type(value)`. */
export function typeNameOf(value: Value): string {
  if (is(value, "host") || is(value, "record")) return value.type;
  const kind = kindOf(value);
  return typeNames[kind] ?? kind;
}

export function isError(value: Value): value is ErrorValue {
  return kindOf(value) === "error";
}

export function errorOf(message: string): ErrorValue {
  return { kind: "error", message };
}

export const noOverload: ErrorValue = { kind: "error", message: "no such overload" };

export function uintOf(value: bigint): Value {
  return { kind: "uint", value };
}

export function durationOf(nanoseconds: bigint): DurationValue {
  return { kind: "duration", nanoseconds };
}

export const none: OptionalValue = { kind: "optional" };

export function some(held: Value): OptionalValue {
  return { kind: "optional", held };
}

export function listOf(items: readonly Value[]): ListValue {
  return { kind: "list", items };
}

export function isBytes(value: Value): value is Uint8Array {
  return value instanceof Uint8Array;
}

/** Returns whether a value is one of the objects above with this kind. */
export function is<Kind extends TaggedValue["kind"]>(
  value: Value | undefined,
  kind: Kind,
): value is Extract<TaggedValue, { kind: Kind }> {
  return typeof value === "object" && value !== null && !isBytes(value) && value.kind === kind;
}

type TaggedValue = Extract<Value, { readonly kind: string }>;

/** Returns whether a map can have such a key. */
export function isKey(value: Value): boolean {
  return is(value, "uint") || ["boolean", "number", "bigint", "string"].includes(typeof value);
}
