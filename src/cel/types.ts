/** The types of CEL that rules are checked with. */
export type CelType =
  | { readonly kind: SimpleKind }
  | { readonly kind: "list"; readonly item: CelType }
  | { readonly kind: "map"; readonly key: CelType; readonly value: CelType }
  /** A type of a library, such as `optional_type(int)` or `net.IP`. */
  | { readonly kind: "opaque"; readonly name: string; readonly of: readonly CelType[] }
  /**
   * Objects are identified by name: two objects of one shape at two positions in a schema have two types. `shown`: the name
   * in messages.
   */
  | { readonly kind: "object"; readonly name: string; readonly shown?: string }
  | { readonly kind: "type"; readonly of?: CelType }
  | { readonly kind: "variable"; readonly name: string };

const kinds = [
  ...["null", "bool", "int", "uint", "double", "string", "bytes", "timestamp", "duration", "dyn"],
  /**
   * The type of an expression with a fault that is already reported. It matches every type, so that one fault is reported
   * once.
   */
  "error",
] as const;

export type SimpleKind = (typeof kinds)[number];

export const simpleKinds: ReadonlySet<string> = new Set(kinds);

export function simple(kind: SimpleKind): CelType {
  return { kind };
}

export function optionalOf(type: CelType): CelType {
  return { kind: "opaque", name: "optional_type", of: [type] };
}

/** Returns the type of the value in an optional, or undefined for other types. */
export function heldBy(type: CelType): CelType | undefined {
  return type.kind === "opaque" && type.name === "optional_type" ? type.of[0] : undefined;
}

/** The identifiers that name a type. */
export const typeNames: ReadonlyMap<string, CelType> = new Map<string, CelType>([
  ...(["bool", "bytes", "double", "int", "string", "uint"] as const).map((kind): [string, CelType] => [
    kind,
    simple(kind),
  ]),
  ["null_type", simple("null")],
  ["list", { kind: "list", item: simple("dyn") }],
  ["map", { kind: "map", key: simple("dyn"), value: simple("dyn") }],
  ["type", { kind: "type" }],
  ["google.protobuf.Duration", simple("duration")],
  ["google.protobuf.Timestamp", simple("timestamp")],
  ["net.IP", { kind: "opaque", name: "net.IP", of: [] }],
  ["net.CIDR", { kind: "opaque", name: "net.CIDR", of: [] }],
  ["optional_type", optionalOf(simple("dyn"))],
]);

export function isDyn(type: CelType): boolean {
  return type.kind === "dyn";
}

export function isDynOrError(type: CelType): boolean {
  return type.kind === "dyn" || type.kind === "error";
}

/** Returns the types within a type. */
export function parameters(type: CelType): readonly CelType[] {
  switch (type.kind) {
    case "list":
      return [type.item];
    case "map":
      return [type.key, type.value];
    case "opaque":
      return type.of;
    case "type":
      return type.of === undefined ? [] : [type.of];
    default:
      return [];
  }
}

/** Returns the type after `change` replaces the types within it. */
export function mapParameters(type: CelType, change: (type: CelType) => CelType): CelType {
  switch (type.kind) {
    case "list":
      return { kind: "list", item: change(type.item) };
    case "map":
      return { kind: "map", key: change(type.key), value: change(type.value) };
    case "opaque":
      return { ...type, of: type.of.map(change) };
    case "type":
      return type.of === undefined ? type : { kind: "type", of: change(type.of) };
    default:
      return type;
  }
}

export function areSame(left: CelType, right: CelType): boolean {
  if (left === right) return true;
  if (left.kind !== right.kind || nameOf(left) !== nameOf(right)) return false;
  return allPairs(parameters(left), parameters(right), areSame);
}

/** Returns whether two lists have the same length and their types match pairwise. */
export function allPairs(
  left: readonly CelType[],
  right: readonly CelType[],
  fits: (one: CelType, other: CelType) => boolean,
): boolean {
  return left.length === right.length && left.every((type, index) => fits(type, right[index] ?? type));
}

function nameOf(type: CelType): string {
  return type.kind === "opaque" || type.kind === "object" || type.kind === "variable" ? type.name : type.kind;
}

/** Returns the name of a type in the API server's messages about result types. */
export function nameType(type: CelType): string {
  switch (type.kind) {
    case "null":
      return "null_type";
    case "duration":
      return "google.protobuf.Duration";
    case "timestamp":
      return "google.protobuf.Timestamp";
    case "type":
    case "variable":
      return showType(type);
    default:
      return withParameters(nameOf(type), parameters(type).map(nameType));
  }
}

/** Returns the text of a type in messages. */
export function showType(type: CelType): string {
  if (type.kind === "object" && type.shown !== undefined) return type.shown;
  const isOfSchema = type.kind === "object" && !type.name.startsWith("kubernetes.");
  const name = isOfSchema ? `object(${type.name})` : type.kind === "variable" ? "dyn" : nameOf(type);
  return withParameters(name, parameters(type).map(showType));
}

function withParameters(name: string, of: readonly string[]): string {
  return of.length === 0 ? name : `${name}(${of.join(", ")})`;
}
