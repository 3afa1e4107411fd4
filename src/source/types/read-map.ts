import type { ts } from "ts-morph";
import { noAnnotations } from "../../model/annotations.js";
import type { Field, TypeUse } from "../../model/type-model.js";
import { invalid, readType, refuse, type Scope, textOf, use, within } from "./reader.js";

/** Reads a map by the type of its keys: `string`, a text of some form, or literals, which become fields. */
export function readMapOf(scope: Scope, node: ts.Node, key: ts.TypeNode, value: ts.TypeNode): TypeUse {
  const keys = readType(scope, key).type;
  const values = readType(within(scope, "{}"), value);
  switch (keys.kind) {
    case "string":
      return use(scope, node, { kind: "map", values });
    case "text":
      return use(scope, node, { kind: "map", values, keys: keys.pattern });
    case "enum": {
      const fields = keys.values.map((name): Field => ({
        name: String(name),
        optional: false,
        use: values,
        annotations: noAnnotations,
        at: values.at,
      }));
      return use(scope, node, { kind: "object", fields });
    }
    case "invalid":
      return invalid(scope, node);
    default: {
      const hint = "The keys of a map are strings: Record<string, T>.";
      return refuse(scope, key, `${textOf(scope, key)} cannot be the key of a map`, hint);
    }
  }
}
