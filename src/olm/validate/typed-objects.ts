/** Reads values of Kubernetes' own types like Go, and returns the first value that does not fit. */
import { builtIns } from "../../apiserver/server/built-ins.js";
import { decodeBuiltIn } from "../../apiserver/types/decode.js";
import type { TypeNode } from "../../apiserver/types/type-node.js";
import { isJsonObject, isList, type Json, type JsonObject } from "../../core/json.js";

/** @param name - the full name of the type: `io.k8s.api.apps.v1.DeploymentSpec` */
export function typeFaultOf(value: Json | undefined, name: string): string | undefined {
  const type = builtIns().types.named(name);
  return isJsonObject(value) ? decodeBuiltIn(withTexts(value, type), type).fault : undefined;
}

/** The same for a whole object, without the conversions of the YAML library. */
export function objectFaultOf(value: JsonObject, apiVersion: string, kind: string): string | undefined {
  const type = builtIns().types.ofKind(apiVersion, kind);
  return type === undefined ? undefined : decodeBuiltIn(value, type).fault;
}

/** Converts numbers, true and false to texts where the type requires a text, like sigs.k8s.io/yaml. */
export function withTexts(value: JsonObject, type: TypeNode): JsonObject {
  const members = Object.entries(value).map(([name, member]): [string, Json] => {
    const inner = type.field(name) ?? type.values;
    return [name, inner === undefined ? (member ?? null) : convert(member ?? null, inner)];
  });
  return Object.fromEntries(members);
}

function convert(value: Json, type: TypeNode): Json {
  if (isJsonObject(value)) return withTexts(value, type);
  if (isList(value)) {
    const { items } = type;
    return items === undefined ? value : value.map((each) => convert(each, items));
  }
  const isText = type.type === "string" && type.format === undefined;
  return isText && (typeof value === "number" || typeof value === "boolean") ? String(value) : value;
}
