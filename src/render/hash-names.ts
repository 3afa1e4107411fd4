/** Appends a hash of the content to the names of generated objects. Source: api/hasher/hasher.go. */
import { createHash } from "node:crypto";
import { goJson } from "../core/go-json.js";
import { fieldOf, type Node } from "./node.js";
import { nameOf, rememberId, type Resource, setName } from "./resource.js";
import { type ExactValue, toExactValue } from "./value.js";

export function addHashes(resources: readonly Resource[]): void {
  for (const resource of resources) {
    if (!resource.history.needsHash) continue;
    const hash = hashOf(resource.node);
    rememberId(resource);
    setName(resource, `${nameOf(resource)}-${hash}`);
  }
}

function hashOf(node: Node): string {
  const kind = fieldOf(node, "kind")?.value ?? "";
  const extra = kind === "Secret" ? "stringData" : "binaryData";
  const content: { [key: string]: ExactValue } = {
    kind,
    // kustomize looks for the name in a location where it never exists.
    name: "",
    data: valueOf(node, "data"),
    ...(kind === "Secret" ? { type: valueOf(node, "type") } : {}),
    ...(fieldOf(node, extra)?.kind === "map" ? { [extra]: valueOf(node, extra) } : {}),
  };
  return encode(createHash("sha256").update(goJson(content)).digest("hex"));
}

function valueOf(node: Node, field: string): ExactValue {
  const found = fieldOf(node, field);
  if (found === undefined) return "";
  return found.kind === "scalar" ? found.value : toExactValue(found);
}

/** Encodes a hash without letters that could form a word. */
function encode(hex: string): string {
  const letters: Readonly<Record<string, string>> = { "0": "g", "1": "h", "3": "k", a: "m", e: "t" };
  return hex.slice(0, 10).replace(/[013ae]/g, (letter) => letters[letter] ?? letter);
}
