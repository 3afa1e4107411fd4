/**
 * Applies the patches of a kustomization.
 * Sources: api/internal/builtins/{PatchTransformer,PatchStrategicMergeTransformer,PatchJson6902Transformer}.go.
 */
import { TsopError } from "../core/errors.js";
import { showId } from "./gvk.js";
import { ensureAnnotations, patchResource } from "./json-patch.js";
import type { PatchEntry } from "./read-entries.js";
import type { MergeSchema } from "./merge-schema.js";
import { copyNode, fieldOf, isEmpty, scalar, setField } from "./node.js";
import { type LoadedPatch, parseJsonPatch, parsePatch } from "./parse-patch.js";
import { addResources } from "./resource-list.js";
import {
  currentId,
  gvkOf,
  hasHadId,
  nameOf,
  namespaceOf,
  noHistory,
  rememberId,
  type Resource,
  setName,
  setNamespace,
  setStringMap,
  stringMapOf,
} from "./resource.js";
import { apiVersionOf } from "./gvk.js";
import { type Selector, selectResources } from "./select.js";
import { mergeObject } from "./strategic-merge.js";
import { readObjects } from "./read-objects.js";

export interface PatchContext {
  readonly schema: MergeSchema;
  /** Returns the text of a file that the kustomization names. */
  readonly readText: (path: string) => { readonly file: string; readonly text: string };
  readonly kustomizationFile: string;
}

export function applyPatch(
  resources: readonly Resource[],
  entry: PatchEntry,
  context: PatchContext,
): readonly Resource[] {
  const loaded = loadPatch(entry, context);
  const patch = parsePatch(loaded.text, loaded.source);
  if (patch.kind === "strategic") return applyStrategic(resources, patch, entry, context);
  if (patch.operations.length === 0) return resources;
  if (entry.target === undefined) {
    throw new TsopError("render/no-target", `${patch.source} is a JSON patch without a target`, {
      hint: "Select the objects with `target`.",
    });
  }
  for (const resource of selectResources(resources, entry.target)) {
    rememberId(resource);
    ensureAnnotations(resource);
    patchResource(resource, patch.operations, patch.source);
  }
  return resources;
}

function applyStrategic(
  resources: readonly Resource[],
  { objects, source }: Extract<LoadedPatch, { kind: "strategic" }>,
  entry: PatchEntry,
  { schema }: PatchContext,
): readonly Resource[] {
  const options = { ...entry, schema };
  if (entry.target !== undefined && objects.length > 0) {
    const [patch, second] = objects;
    if (patch === undefined || second !== undefined) {
      throw new TsopError("render/ambiguous", `${source} contains ${objects.length} patches for one target`, {
        hint: "Write a separate entry of `patches` for each of them.",
      });
    }
    return patchSelected(resources, entry.target, patch, options);
  }
  for (const patch of objects) merge(findTarget(resources, patch, source), patch, options);
  return resources.filter(({ node }) => !isEmpty(node));
}

interface MergeOptions extends Pick<PatchEntry, "allowNameChange" | "allowKindChange"> {
  readonly schema: MergeSchema;
}

/** Applies a patch with a target. Its labels and annotations are converted to texts, so null does not remove them. */
function patchSelected(
  resources: readonly Resource[],
  target: Selector,
  patch: Resource,
  options: MergeOptions,
): readonly Resource[] {
  for (const resource of selectResources(resources, target)) {
    const copy: Resource = { node: copyNode(patch.node), history: noHistory };
    for (const field of ["labels", "annotations"] as const) {
      setStringMap(copy.node, field, stringMapOf(copy.node, field));
    }
    setField(copy.node, "apiVersion", scalar(apiVersionOf(gvkOf(resource))));
    merge(resource, copy, options);
  }
  const left = resources.filter(({ node }) => !isEmpty(node));
  return addResources([], left);
}

/** Changes the object. If the patch deletes the object, leaves an empty node. */
function merge(resource: Resource, patch: Resource, { schema, allowNameChange, allowKindChange }: MergeOptions): void {
  const { node } = resource;
  const [name, namespace, { kind }] = [nameOf(resource), namespaceOf(resource), gvkOf(resource)];
  if (allowNameChange || allowKindChange) rememberId(resource);
  const annotations = annotationsOf(resource);
  const merged = mergeObject(node, patch.node, schema);
  if (merged === undefined || isEmpty(merged)) {
    node.fields = new Map();
    return;
  }
  resource.node = merged;
  // kustomize stores the history in annotations, and loses both together.
  if (annotations !== undefined && annotationsOf(resource) !== annotations) resource.history = noHistory;
  if (!allowKindChange) setField(resource.node, "kind", scalar(kind));
  if (!allowNameChange) setName(resource, name);
  setNamespace(resource, namespace);
}

function annotationsOf({ node }: Resource): object | undefined {
  return fieldOf(fieldOf(node, "metadata"), "annotations");
}

function findTarget(resources: readonly Resource[], patch: Resource, source: string): Resource {
  const id = currentId(patch);
  const [found, other] = resources.filter((each) => !isEmpty(each.node) && hasHadId(each, id));
  if (found === undefined) {
    throw new TsopError("render/no-target", `${source} is for ${showId(id)}, which does not exist`, {
      hint: "Correct apiVersion, kind, name and namespace, or select the objects with `target`.",
    });
  }
  if (other !== undefined) {
    throw new TsopError("render/ambiguous", `${source} is for ${showId(id)}, which matches more than one object`, {
      hint: "Select the objects with `target`.",
    });
  }
  return found;
}

/** Applies an entry of `patchesStrategicMerge`: a patch, or the name of a file. */
export function applyStrategicPatch(
  resources: readonly Resource[],
  entry: string,
  context: PatchContext,
): readonly Resource[] {
  const isInline = entry.includes("\n") || /^\s*\{/.test(entry);
  const { file, text } = isInline ? { file: context.kustomizationFile, text: entry } : context.readText(entry);
  const options = { allowNameChange: false, allowKindChange: false, schema: context.schema };
  let left = resources;
  for (const patch of readObjects(text, file)) {
    merge(findTarget(left, patch, isInline ? "a patch" : entry), patch, options);
    left = addResources(
      [],
      left.filter(({ node }) => !isEmpty(node)),
    );
  }
  return left;
}

/** Applies an entry of `patchesJson6902`. */
export function applyOldJsonPatch(
  resources: readonly Resource[],
  entry: PatchEntry,
  context: PatchContext,
): readonly Resource[] {
  if (entry.target === undefined || entry.target.name === "") {
    throw new TsopError("render/no-target", "an entry of `patchesJson6902` has no target", {
      hint: "Write `target` with kind and name.",
    });
  }
  const { text, source } = loadPatch(entry, context);
  const operations = parseJsonPatch(text, source);
  for (const resource of selectResources(resources, entry.target)) {
    if (resource.history.ids.length > 0) ensureAnnotations(resource);
    patchResource(resource, operations, source);
  }
  return resources;
}

function loadPatch(entry: PatchEntry, { readText, kustomizationFile }: PatchContext): { text: string; source: string } {
  const inline = entry.patch.trim();
  if ((inline === "") === (entry.path === "")) {
    const message =
      inline === "" ? "a patch is empty: it has neither `path` nor `patch`" : "a patch has both `path` and `patch`";
    throw new TsopError("render/invalid", message, {
      at: { file: kustomizationFile },
      hint: "Give each entry of `patches` either `path` or `patch`.",
    });
  }
  return inline === "" ? { text: readText(entry.path).text, source: entry.path } : { text: inline, source: "a patch" };
}
