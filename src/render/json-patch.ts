/** Applies JSON patches like kustomize. Source: api/filters/patchjson6902. */
import { TsopError } from "../core/errors.js";
import { isJsonObject, type Json, type JsonObject } from "../core/json.js";
import { applyJsonPatch } from "../core/json-patch.js";
import { mapNode } from "./node.js";
import { metadataOf, type Resource, showResource } from "./resource.js";
import { fromValue, toValue, type Value } from "./value.js";

/** @throws TsopError `render/invalid` when an operation does not apply */
export function patchResource(resource: Resource, operations: readonly JsonObject[], source: string): void {
  let document: Json = toValue(resource.node);
  operations.forEach((operation, index) => {
    try {
      document = applyJsonPatch(document, [countFromStart(document, operation)]);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new TsopError(
        "render/invalid",
        `operation ${index + 1} of ${source} does not apply to ${showResource(resource)}: ${reason}`,
        { hint: "Correct its `path`, or the target of the patch.", cause: error },
      );
    }
  });
  if (!isJsonObject(document)) {
    throw new TsopError(
      "render/invalid",
      `${source} replaces ${showResource(resource)} with a value that is not an object`,
      {
        hint: "Delete an object with a strategic merge patch: `$patch: delete`.",
      },
    );
  }
  // The document was JSON and was patched with JSON, so it has no undefined members.
  resource.node = fromValue(document as Value);
}

/**
 * Ensures that the object has an annotations map. In kustomize, annotations store the history, so a patch finds the map
 * in every object with a history.
 */
export function ensureAnnotations(resource: Resource): void {
  const metadata = metadataOf(resource.node);
  const existing = metadata.fields.get("annotations");
  if (existing === undefined || existing.kind !== "map") metadata.fields.set("annotations", mapNode());
}

/** Converts an index that counts from the end of its list. */
function countFromStart(document: Json, operation: JsonObject): JsonObject {
  const { op, path, from } = operation;
  return {
    ...operation,
    ...(typeof path === "string" ? { path: positive(document, path, op === "add") } : {}),
    ...(typeof from === "string" ? { from: positive(document, from, false) } : {}),
  };
}

function positive(document: Json, path: string, isAdded: boolean): string {
  if (!/\/-[1-9]/.test(path)) return path;
  const steps = path.split("/").slice(1);
  let place: Json | undefined = document;
  const counted = steps.map((step, index) => {
    const extra = isAdded && index === steps.length - 1 ? 1 : 0;
    const key = Array.isArray(place) && /^-[1-9]\d*$/.test(step) ? String(place.length + extra + Number(step)) : step;
    place = memberOf(place, key);
    return key;
  });
  return `/${counted.join("/")}`;
}

function memberOf(place: Json | undefined, step: string): Json | undefined {
  if (Array.isArray(place)) return place[Number(step)];
  return isJsonObject(place) ? place[step.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined;
}
