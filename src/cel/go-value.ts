/**
 * The values of built-in kinds as admission expressions see them since Kubernetes 1.37: Go structs, maps and lists. They compare
 * and look up differently from JSON. Source: k8s.io/apiserver/pkg/cel/common/valuesschemalesstyped.go.
 */
import { type ExactJsonObject, type ExactJsonValue, isList } from "../core/json.js";
import { plainValue } from "./data-value.js";
import { errorOf, kindOf, listOf, type Value } from "./values.js";

/** The part of a type that decides which Go value holds it. A type in Go is a struct if it declares fields, or a map. */
export interface GoShape {
  /** `any`: JSON without a type. */
  readonly type: string;
  readonly values?: GoShape | undefined;
  readonly items?: GoShape | undefined;
  field(name: string): GoShape | undefined;
}

/** Returns a value of a type in Go; a value without a type is JSON. */
export function goValue(raw: ExactJsonValue | undefined, shape: GoShape | undefined): Value {
  if (raw === null || typeof raw !== "object" || shape === undefined || shape.type === "any") return plainValue(raw);
  if (isList(raw)) return { ...listOf(raw.map((item) => goValue(item, shape.items))), isGo: true };
  return goMap(raw, shape);
}

function goMap(raw: ExactJsonObject, shape: GoShape): Value {
  const keys = Object.keys(raw);
  return {
    kind: "map",
    size: keys.length,
    keys,
    find: (key: Value) => {
      if (typeof key !== "string") return errorOf(`unsupported map key type: ${goTypeOfKey(key)}`);
      return Object.hasOwn(raw, key) ? goValue(raw[key], shape.field(key)) : undefined;
    },
    go: shape.values === undefined ? { kind: "struct", raw } : { kind: "map" },
  };
}

/** The Go types of the values that are not named like their types in CEL. */
const goTypes: Readonly<Record<string, string>> = {
  list: "*types.baseList",
  map: "*types.baseMap",
  type: "*types.Type",
};

/** Returns the type of a value in cel-go, as Go prints it: `types.Int`. */
export function goTypeOfKey(key: Value): string {
  return goTypeOfKind(kindOf(key));
}

/** Returns the type in cel-go of the values of a kind: `types.Int` for `int`. */
export function goTypeOfKind(kind: string): string {
  return goTypes[kind] ?? `types.${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
}
