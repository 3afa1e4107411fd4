/** The directive of a patch under `$patch`. Source: kyaml/yaml/merge2/smpdirective.go. */
import { TsopError } from "../core/errors.js";
import { isNull, type Node } from "./node.js";
import { setElement } from "./list-elements.js";

export type Directive = "delete" | "replace" | "merge";

const key = "$patch";

/** Removes the directive from a map and returns it. */
export function takeMapDirective(patch: Node): Directive {
  const node = patch.fields.get(key);
  if (node === undefined) return "merge";
  const directive = readDirective(node.value);
  patch.fields.delete(key);
  return directive;
}

/** Removes the element that contains only a directive from a list, and returns the directive. */
export function takeListDirective(patch: Node): Directive {
  const element = patch.items.find((item) => item.kind === "map" && !isNull(item) && item.fields.has(key));
  const node = element?.fields.size === 1 ? element.fields.get(key) : undefined;
  if (node === undefined) return "merge";
  const directive = readDirective(node.value);
  setElement(patch, undefined, [key], [directive]);
  return directive;
}

function readDirective(text: string): Directive {
  if (text === "delete" || text === "replace" || text === "merge") return text;
  throw new TsopError("render/invalid", `a patch contains \`$patch: ${text}\`, which is not a directive`, {
    hint: "Write delete, replace or merge.",
  });
}
