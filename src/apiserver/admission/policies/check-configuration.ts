/**
 * Checks an apply configuration of a mutation.
 * Source: k8s.io/apiserver/pkg/admission/plugin/policy/mutating/patch/smd.go (findAtomics),
 * k8s.io/apiserver/pkg/cel/mutation/dynamic/objects.go (CheckTypeNamesMatchFieldPathNames).
 */
import { is, type RecordValue, type Value } from "../../../cel/values.js";
import { isJsonObject, type Json } from "../../../core/json.js";
import { isAtomic, shapeOf } from "../../field-management/typed-value.js";
import type { TypeNode } from "../../types/type-node.js";

/** Returns the paths of atomic lists and maps, which a configuration would replace as a whole: `.spec.selector`. */
export function atomicPaths(value: Json, node: TypeNode, path = ""): string[] {
  const shape = shapeOf(node, value);
  const own = shape !== "scalar" && isAtomic(node, shape) ? [path] : [];
  if (shape === "map" && isJsonObject(value)) {
    const members = Object.entries(value).flatMap(([name, member]) => {
      const type = node.field(name);
      return type === undefined || member === undefined ? [] : atomicPaths(member, type, `${path}.${name}`);
    });
    return [...own, ...members];
  }
  if (shape !== "list" || !Array.isArray(value)) return own;
  const { items } = node;
  if (items === undefined) return own;
  return [...own, ...value.flatMap((item, index) => atomicPaths(item, items, `${path}[${index}]`))];
}

/** Returns the objects whose type is not named after their path, as `Object.spec.template` is. */
export function misnamedTypes(value: RecordValue, path: string): string[] {
  const own =
    value.type === path
      ? []
      : [
          `unexpected type name ${JSON.stringify(value.type)}, expected ${JSON.stringify(path)}, which matches field name path from root Object type`,
        ];
  const fields = [...value.fields].flatMap(([name, field]) => misnamedWithin(field, `${path}.${name}`));
  return [...own, ...fields];
}

function misnamedWithin(value: Value, path: string): string[] {
  if (is(value, "record")) return misnamedTypes(value, path);
  if (is(value, "list")) return value.items.flatMap((item) => misnamedWithin(item, path));
  if (is(value, "map")) return value.keys.flatMap((key) => misnamedWithin(value.find(key) ?? null, path));
  return [];
}
