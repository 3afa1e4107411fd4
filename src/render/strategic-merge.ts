/**
 * Applies strategic merge patches like kustomize, which differs from the API server: elements that a patch adds to a
 * list go to its front, and lists of unknown kinds are replaced.
 * Sources: kyaml/yaml/merge2, kyaml/yaml/walk.
 */
import { TsopError } from "../core/errors.js";
import { takeListDirective, takeMapDirective } from "./merge-directive.js";
import { mergeElements, type Sides } from "./merge-list.js";
import type { MergeSchema, SchemaPlace } from "./merge-schema.js";
import { fieldOf, isMissing, isNull, type Node, scalar, setField, textOf } from "./node.js";

/** Changes the target, and consumes the patch. Returns undefined if the patch deletes the object. */
export function mergeObject(target: Node, patch: Node, schema: MergeSchema): Node | undefined {
  return merge({ target, patch }, undefined, { schema, path: [] });
}

export interface MergeContext {
  readonly schema: MergeSchema;
  readonly path: readonly string[];
}

function merge(sides: Sides, known: SchemaPlace | undefined, context: MergeContext): Node | undefined {
  const present = [sides.target, sides.patch].filter((side) => !isMissing(side));
  const place = known ?? placeOfKind(present, context);
  const kind = present[0]?.kind;
  if (present.some((each) => each.kind !== kind)) throw mismatch(sides, context);
  switch (kind) {
    case "list":
      return mergeList(sides, place, context);
    case "scalar":
      return sides.patch ?? sides.target;
    default:
      return mergeMap(sides, place, context);
  }
}

function mismatch({ target, patch }: Sides, { path }: MergeContext): TsopError {
  const name = (node: Node | undefined): string => (node?.kind === "scalar" ? "string" : (node?.kind ?? "null"));
  return new TsopError(
    "render/invalid",
    `a patch has a ${name(patch)} for ${path.join(".") || "the object"}, but the object has a ${name(target)}`,
    { hint: "Use the same type for the field in the patch and in the object." },
  );
}

function placeOfKind(sides: readonly (Node | undefined)[], { schema }: MergeContext): SchemaPlace | undefined {
  for (const side of sides) {
    const [apiVersion, kind] = [textOf(fieldOf(side, "apiVersion")), textOf(fieldOf(side, "kind"))];
    const place = apiVersion === "" || kind === "" ? undefined : schema.ofKind(apiVersion, kind);
    if (place !== undefined) return place;
  }
  return undefined;
}

function mergeMap(sides: Sides, place: SchemaPlace | undefined, context: MergeContext): Node | undefined {
  const target = chooseMap(sides);
  if (target === undefined) return undefined;
  const { patch } = sides;
  const names = new Set([...target.fields.keys(), ...(patch?.fields.keys() ?? [])]);
  for (const name of [...names].toSorted()) {
    const value = merge(
      { target: fieldOf(target, name), patch: fieldOf(patch, name) },
      context.schema.field(place, name),
      { ...context, path: [...context.path, name] },
    );
    if (value === undefined || (isNull(value) && value.isKept !== true)) target.fields.delete(name);
    else setField(target, name, value);
  }
  return target;
}

/** Returns the map into which the fields of the patch are merged; undefined if nothing remains. */
function chooseMap({ target, patch }: Sides): Node | undefined {
  if (target === undefined || isNull(target)) {
    if (patch?.kind === "map" && takeMapDirective(patch) === "delete") return undefined;
    // An explicit null is preserved.
    const isSpelledOut = patch === undefined && target !== undefined && target.value !== "";
    return isSpelledOut ? { ...scalar(target.value, "!!null"), isKept: true } : patch;
  }
  if (patch === undefined) return target;
  if (isNull(patch)) return undefined;
  const directive = takeMapDirective(patch);
  if (directive === "delete") return undefined;
  return directive === "replace" ? patch : target;
}

function mergeList(sides: Sides, place: SchemaPlace | undefined, context: MergeContext): Node | undefined {
  const { target, patch } = sides;
  if (place?.keys === undefined) return patch ?? target;
  const chosen = chooseList(sides);
  if (chosen === undefined) return undefined;
  return mergeElements({ target: chosen, patch }, place.keys, (element) =>
    merge(element, context.schema.element(place), context),
  );
}

function chooseList({ target, patch }: Sides): Node | undefined {
  if (isMissing(target)) return patch;
  if (patch === undefined) return target;
  if (isNull(patch)) return undefined;
  const directive = takeListDirective(patch);
  if (directive === "delete") return undefined;
  return directive === "replace" ? patch : target;
}
