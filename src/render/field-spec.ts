/**
 * The fields that a transformation changes, as a path that passes through lists.
 * Sources: api/types/fieldspec.go, api/filters/fieldspec/fieldspec.go.
 */
import { TsopError } from "../core/errors.js";
import { type GvkSelector, isSelected } from "./gvk.js";
import { emptyNode, isNull, mapNode, type Node } from "./node.js";
import { gvkOfNode } from "./resource.js";

export interface FieldSpec extends GvkSelector {
  /** The names, separated by slashes. A backslash escapes a slash in a name. */
  readonly path: string;
  /** Whether to create missing fields on the way. */
  readonly create?: boolean;
}

/** The node to create at the end of the path, if `create` is set. */
export interface Creation {
  readonly kind: Node["kind"];
  readonly tag: string;
}

type Change = (node: Node) => void;

/** Calls `change` for each node at the path, if the object is of a selected kind. */
export function applyFieldSpec(object: Node, spec: FieldSpec, change: Change, creation?: Creation): void {
  if (!isSelected(gvkOfNode(object), spec)) return;
  walk(object, splitPath(spec.path, "/"), { spec, change, creation });
}

interface Walk {
  readonly spec: FieldSpec;
  readonly change: Change;
  readonly creation: Creation | undefined;
}

function walk(node: Node, path: readonly string[], context: Walk): void {
  const [step, ...rest] = path;
  if (step === undefined) {
    context.change(node);
    return;
  }
  if (isNull(node)) return;
  if (node.kind === "list") {
    for (const item of node.items) walk(item, path, context);
    return;
  }
  if (node.kind === "scalar") {
    throw new TsopError(
      "render/invalid",
      `${context.spec.path} leads through a string, not only through maps and lists`,
      {
        hint: "Use the type that Kubernetes defines for the field of this kind.",
      },
    );
  }
  const next = memberOf(node, step, rest.length === 0, context);
  if (next !== undefined) walk(next, rest, context);
}

function memberOf(map: Node, step: string, isLast: boolean, { spec, creation }: Walk): Node | undefined {
  const isList = step.endsWith("[]");
  const name = isList ? step.slice(0, -2) : step;
  const found = map.fields.get(name);
  const canCreate = spec.create === true && creation !== undefined && !isList;
  if (!canCreate) {
    if (found !== undefined && isNull(found) && isList) Object.assign(found, emptyNode("list"));
    return found;
  }
  const made = isLast ? { ...emptyNode(creation.kind), tag: creation.tag } : mapNode();
  if (found === undefined) map.fields.set(name, made);
  else if (isNull(found)) Object.assign(found, made);
  return found ?? made;
}

/** Splits a path at the delimiter, except after a backslash. Source: kyaml/utils/pathsplitter.go. */
export function splitPath(path: string, delimiter: string): string[] {
  const parts = path.split(delimiter);
  if (parts.length > 1 && parts[0] === "") parts.shift();
  const steps: string[] = [];
  let open: string[] = [];
  for (const [index, part] of parts.entries()) {
    const goesOn = part.endsWith("\\") && index < parts.length - 1;
    open.push(goesOn ? part.slice(0, -1) : part);
    if (goesOn) continue;
    steps.push(open.join(delimiter));
    open = [];
  }
  return steps;
}

/**
 * Adds field specs to a list. Skips field specs that the list already contains.
 *
 * @throws TsopError `render/invalid` if one field spec creates missing fields and another with the same path does not
 */
export function mergeFieldSpecs(existing: readonly FieldSpec[], added: readonly FieldSpec[]): readonly FieldSpec[] {
  if (added.length === 0) return existing;
  const merged = [...existing];
  for (const spec of added) {
    const same = merged.find(
      (each) => each.path === spec.path && isSelected({ group: "", version: "", kind: "", ...each }, spec),
    );
    if (same === undefined) merged.push(spec);
    else if ((same.create ?? false) !== (spec.create ?? false)) {
      throw new TsopError("render/invalid", `two field specs for ${spec.path} contradict each other in \`create\``, {
        hint: "Set the same `create` in both, or use different kinds.",
      });
    }
  }
  return merged;
}
