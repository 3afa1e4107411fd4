/** The types of CEL, by which rules are checked. */
export type CelType =
  | { readonly kind: SimpleKind }
  | { readonly kind: "list"; readonly item: CelType }
  | { readonly kind: "map"; readonly key: CelType; readonly value: CelType }
  /** A type of a library, such as `optional_type(int)` or `net.IP`. */
  | { readonly kind: "opaque"; readonly name: string; readonly of: readonly CelType[] }
  /** Objects are told apart by name: two objects of one shape at two places of a schema are of two types. */
  | { readonly kind: "object"; readonly name: string }
  | { readonly kind: "type"; readonly of?: CelType }
  | { readonly kind: "variable"; readonly name: string };

export type SimpleKind =
  | "null"
  | "bool"
  | "int"
  | "uint"
  | "double"
  | "string"
  | "bytes"
  | "timestamp"
  | "duration"
  | "dyn"
  /** Of what has a fault that is reported already. It fits everywhere, so that one fault is reported once. */
  | "error";

export const simpleKinds: ReadonlySet<string> = new Set<SimpleKind>([
  "null",
  "bool",
  "int",
  "uint",
  "double",
  "string",
  "bytes",
  "timestamp",
  "duration",
  "dyn",
  "error",
]);

export function simple(kind: SimpleKind): CelType {
  return { kind };
}

export function optionalOf(type: CelType): CelType {
  return { kind: "opaque", name: "optional_type", of: [type] };
}

/** What an optional holds; undefined for other types. */
export function heldBy(type: CelType): CelType | undefined {
  return type.kind === "opaque" && type.name === "optional_type" ? type.of[0] : undefined;
}

export function isDyn(type: CelType): boolean {
  return type.kind === "dyn";
}

export function isDynOrError(type: CelType): boolean {
  return type.kind === "dyn" || type.kind === "error";
}

/** The types within a type. */
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

export function areSame(left: CelType, right: CelType): boolean {
  if (left === right) return true;
  if (left.kind !== right.kind || nameOf(left) !== nameOf(right)) return false;
  const [ofLeft, ofRight] = [parameters(left), parameters(right)];
  return (
    ofLeft.length === ofRight.length &&
    ofLeft.every((type, index) => {
      const other = ofRight[index];
      return other !== undefined && areSame(type, other);
    })
  );
}

function nameOf(type: CelType): string {
  return type.kind === "opaque" || type.kind === "object" || type.kind === "variable" ? type.name : type.kind;
}

/** What a type is called where the API server says what an expression gives. */
export function nameType(type: CelType): string {
  switch (type.kind) {
    case "list":
      return `list(${nameType(type.item)})`;
    case "map":
      return `map(${nameType(type.key)}, ${nameType(type.value)})`;
    case "opaque":
      return type.of.length === 0 ? type.name : `${type.name}(${type.of.map(nameType).join(", ")})`;
    case "object":
      return type.name;
    case "null":
      return "null_type";
    case "duration":
      return "google.protobuf.Duration";
    case "timestamp":
      return "google.protobuf.Timestamp";
    default:
      return showType(type);
  }
}

/** How a message shows a type. */
export function showType(type: CelType): string {
  switch (type.kind) {
    case "list":
      return `list(${showType(type.item)})`;
    case "map":
      return `map(${showType(type.key)}, ${showType(type.value)})`;
    case "opaque":
      return type.of.length === 0 ? type.name : `${type.name}(${type.of.map(showType).join(", ")})`;
    case "object":
      return type.name.startsWith("kubernetes.") ? type.name : `object(${type.name})`;
    case "type":
      return type.of === undefined ? "type" : `type(${showType(type.of)})`;
    case "variable":
      return "dyn";
    default:
      return type.kind;
  }
}
