/** Distinguishes the two kinds of patches: a strategic patch is an object, and a JSON patch is a list of operations. */
import { TsopError } from "../core/errors.js";
import { isJsonObject, type Json, type JsonObject } from "../core/json.js";
import { readJson } from "../core/json-fields.js";
import { parseNodes } from "./parse-nodes.js";
import { toObjects } from "./read-objects.js";
import { resolvePlain } from "../core/resolve-plain.js";
import { toValue } from "./value.js";
import type { Node } from "./node.js";
import type { Resource } from "./resource.js";

export type LoadedPatch =
  | { readonly kind: "strategic"; readonly objects: readonly Resource[]; readonly source: string }
  | { readonly kind: "json"; readonly operations: readonly JsonObject[]; readonly source: string };

export function parsePatch(text: string, source: string): LoadedPatch {
  const documents = parseNodes(text, source);
  if (documents[0]?.kind === "list") return { kind: "json", operations: parseJsonPatch(text, source), source };
  return { kind: "strategic", objects: toObjects(documents, source), source };
}

export function parseJsonPatch(text: string, source: string): JsonObject[] {
  // After a bracket, kustomize accepts only JSON.
  if (text.startsWith("[") && readJson(text) === undefined) throw noPatch(source);
  const [first] = parseNodes(text, source, "1.1");
  const operations: Json = first === undefined ? [] : toJson(first);
  if (Array.isArray(operations) && operations.every(isJsonObject)) return operations;
  throw noPatch(source);
}

function noPatch(source: string): TsopError {
  return new TsopError("render/invalid", `${source} is not a patch`, {
    hint:
      "Write an object with apiVersion, kind and metadata.name, or a list of operations with `op` and `path`: YAML with " +
      "a line for each operation, or only JSON.",
  });
}

/** Converts a node with YAML 1.1, as kustomize reads JSON patches: `yes` is true. */
function toJson(node: Node): Json {
  switch (node.kind) {
    case "list":
      return node.items.map(toJson);
    case "map":
      return Object.fromEntries([...node.fields].map(([key, value]) => [key, toJson(value)]));
    case "scalar":
      return scalarToJson(node);
  }
}

function scalarToJson(node: Node): Json {
  // A time stays in its original text form.
  if (node.tag === "!!timestamp") return node.value;
  if (node.tag !== "!!bool") return toValue(node);
  return resolvePlain(node.value, "1.1").value === true;
}
