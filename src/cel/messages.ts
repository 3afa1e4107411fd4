/**
 * The types that an expression can construct: the result of a mutation in a MutatingAdmissionPolicy.
 * Source: k8s.io/apiserver/pkg/cel/mutation (typeresolver.go, jsonpatch.go, dynamic/objects.go).
 */
import { simple, type CelType } from "./types.js";

/** Returns the type of a field of a type; undefined for a type that an expression cannot construct. */
export type MessageTypes = (type: string, field: string) => CelType | undefined;

/** The root of an apply configuration. The types of its fields have names such as `Object.spec`. */
export const objectType: CelType = { kind: "object", name: "Object" };

export const jsonPatchType: CelType = { kind: "object", name: "JSONPatch" };

const patchFields: ReadonlyMap<string, CelType> = new Map([
  ...["op", "path", "from"].map((name): [string, CelType] => [name, simple("string")]),
  ["value", simple("dyn")],
]);

/** An object has any field, because the server does not know its schema when it compiles the expression. */
export const patchTypes: MessageTypes = (type, field) => {
  if (type === "JSONPatch") return patchFields.get(field) ?? simple("error");
  return type === "Object" || type.startsWith("Object.") ? simple("dyn") : undefined;
};

/** The functions of expressions that construct patches. */
export const patchFunctions = ["jsonpatch.escapeKey string_jsonpatch_escapeKey_string (string) -> string"];
