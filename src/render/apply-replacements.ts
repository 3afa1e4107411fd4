/** Copies values of one object to fields of others. Source: api/filters/replacement/replacement.go. */
import { TsopError } from "../core/errors.js";
import { lookup, matchPath, splitFieldPath } from "./field-path.js";
import { effectiveNamespace, isSelected, type ResourceId, showId } from "./gvk.js";
import type { FieldOptions, Replacement, ReplacementSource, ReplacementTarget } from "./read-replacements.js";
import { becomes, copyNode, isEmpty, type Node, scalar, textOf } from "./node.js";
import { allIds, type Resource, showResource } from "./resource.js";
import { type CompiledSelector, compileSelector } from "./select.js";
import { replaceInText } from "./structured-text.js";

export function applyReplacement(resources: readonly Resource[], replacement: Replacement): void {
  const { source, sourceValue, targets = [] } = replacement;
  const value = source === undefined ? scalar(sourceValue ?? "") : readSource(resources, source);
  for (const target of targets) applyToTarget(resources, value, target);
}

function readSource(resources: readonly Resource[], source: ReplacementSource): Node {
  const matching = resources.filter((resource) => allIds(resource).some((id) => isMeant(id, source)));
  const [found, other] = matching;
  const shown = showSource(source);
  if (found === undefined) {
    throw new TsopError("render/no-target", `the source of a replacement is ${shown}, which does not exist`, {
      hint: "Correct kind, name and namespace of its `source`.",
    });
  }
  if (other !== undefined) {
    throw new TsopError(
      "render/ambiguous",
      `the source of a replacement is ${shown}, which matches more than one object`,
      {
        hint: `Select one of: ${matching.map(showResource).join(", ")}.`,
      },
    );
  }
  const node = lookup(found.node, splitFieldPath(source.fieldPath));
  if (node === undefined || isEmpty(node)) {
    throw new TsopError(
      "render/no-target",
      `${showResource(found)} has no ${source.fieldPath}, the source of a replacement`,
      {
        hint: "Correct the `fieldPath` of its `source`.",
      },
    );
  }
  return refine(node, source.options);
}

function isMeant(id: ResourceId, source: ReplacementSource): boolean {
  return (
    (source.name === "" || source.name === id.name) &&
    (source.namespace === "" || effectiveNamespace(source) === effectiveNamespace(id)) &&
    isSelected(id, source)
  );
}

function showSource({ group, version, kind, name, namespace }: ReplacementSource): string {
  return name !== "" && kind !== ""
    ? showId({ group, version, kind, name, namespace })
    : `an object of${[group, version, kind, namespace, name]
        .filter((part) => part !== "")
        .map((part) => ` ${part}`)
        .join("")}`;
}

/** Returns the part of a text that the options select. */
function refine(node: Node, options: FieldOptions | undefined): Node {
  if (options === undefined || options.delimiter === "") return node;
  const part = onlyText(node).split(options.delimiter)[options.index];
  if (part === undefined) {
    throw new TsopError("render/invalid", `${JSON.stringify(textOf(node))} has no part ${options.index}`, {
      hint: `Count the parts between ${JSON.stringify(options.delimiter)} from 0.`,
    });
  }
  return { ...copyNode(node), value: part };
}

function onlyText(node: Node): string {
  if (node.kind === "scalar") return node.value;
  throw new TsopError("render/invalid", "a replacement has a `delimiter`, but the value is not a string", {
    hint: "Remove the delimiter.",
  });
}

function applyToTarget(resources: readonly Resource[], value: Node, target: ReplacementTarget): void {
  if (target.select === undefined) return;
  const select = compileSelector(target.select);
  const reject = target.reject.map(compileSelector);
  for (const resource of resources) {
    if (!isChosen(resource, select, reject)) continue;
    for (const path of target.fieldPaths) replaceAt(resource, path, value, target.options);
  }
}

function isChosen(resource: Resource, select: CompiledSelector, reject: readonly CompiledSelector[]): boolean {
  const ids = allIds(resource);
  const fits = (selector: CompiledSelector): boolean =>
    ids.some(
      (id) => selector.matchesGvk(id) && selector.matchesName(id.name) && selector.matchesNamespace(id.namespace),
    );
  if (!select.matchesMetadata(resource.node)) return false;
  if (reject.some((each) => each.hasMetadata && each.matchesMetadata(resource.node))) return false;
  if (reject.some((each) => !each.isAnyId && fits(each))) return false;
  return fits(select);
}

function replaceAt(resource: Resource, path: string, value: Node, options: FieldOptions | undefined): void {
  const created = options?.create === true ? value.kind : undefined;
  const steps = splitFieldPath(path);
  if (replaceInText(resource.node, steps, value, created)) return;
  for (const field of findFields(resource, path, steps, created)) replace(field, value, options);
}

function findFields(
  resource: Resource,
  path: string,
  steps: readonly string[],
  created: Node["kind"] | undefined,
): readonly Node[] {
  const missing = (cause?: unknown): TsopError => {
    const reason = cause instanceof TsopError ? `: ${cause.message}` : "";
    return new TsopError("render/no-target", `${showResource(resource)} has no ${path} to replace${reason}`, {
      hint: "Correct its `fieldPaths`, or set `options: {create: true}`.",
      cause,
    });
  };
  try {
    const found = matchPath(resource.node, steps, created);
    if (found !== undefined && found.length > 0) return found;
  } catch (error) {
    if (error instanceof TsopError) throw missing(error);
    throw error;
  }
  throw missing();
}

function replace(field: Node, value: Node, options: FieldOptions | undefined): void {
  const copy = copyNode(value);
  if (options !== undefined && options.delimiter !== "") {
    const parts = onlyText(field).split(options.delimiter);
    const text = textOf(copy);
    if (options.index < 0) parts.unshift(text);
    else if (options.index >= parts.length) parts.push(text);
    else parts[options.index] = text;
    copy.value = parts.join(options.delimiter);
  }
  // The field keeps its type: a number field with a new text stays a number.
  if (field.kind === "scalar") field.value = copy.value;
  else becomes(field, copy);
}
