/**
 * Makes replacements inside texts that contain JSON. Source: api/filters/replacement/replacement.go,
 * setValueInStructuredData.
 */
import { TsopError } from "../core/errors.js";
import { goJson } from "../core/go-json.js";
import { lookup, matchPath } from "./field-path.js";
import { becomes, copyNode, type Node } from "./node.js";
import { parseNodes } from "./parse-nodes.js";
import { toExactValue } from "./value.js";

/** Replaces a value inside a text. Returns whether the path leads through a text to a field inside it. */
export function replaceInText(
  root: Node,
  path: readonly string[],
  value: Node,
  created: Node["kind"] | undefined,
): boolean {
  for (let length = 1; length < path.length; length += 1) {
    const text = scalarAt(root, path.slice(0, length));
    if (text === undefined) continue;
    return replaceInside(text, path.slice(length), value, created);
  }
  return false;
}

function scalarAt(root: Node, path: readonly string[]): Node | undefined {
  const node = attempt(() => lookup(root, path));
  return node?.kind === "scalar" && node.tag !== "!!null" ? node : undefined;
}

function replaceInside(text: Node, path: readonly string[], value: Node, created: Node["kind"] | undefined): boolean {
  const [content] = attempt(() => parseNodes(text.value, "")) ?? [];
  if (content === undefined || content.kind === "scalar") return false;
  const fields = attempt(() => matchPath(content, path, created)) ?? [];
  if (fields.length === 0) return false;
  if (!/^\s*[{[]/.test(text.value)) {
    throw new TsopError("render/unsupported", "tsop does not support replacements inside a YAML string", {
      hint: "Use JSON in the string, or replace the whole string. Or render with kustomize itself: --kustomize PATH.",
    });
  }
  for (const field of fields) {
    if (field.kind === "scalar") field.value = value.value;
    else becomes(field, copyNode(value));
  }
  const isReadable = text.value.includes("\n") && text.value.includes("  ");
  text.value = goJson(toExactValue(content), { indent: isReadable ? 2 : 0 });
  return true;
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof TsopError) return undefined;
    throw error;
  }
}
