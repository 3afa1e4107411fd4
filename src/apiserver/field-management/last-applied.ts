/** The last client-side apply of kubectl. Source: k8s.io/apimachinery/pkg/util/managedfields/internal (lastapplied*.go). */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import type { ApiObject } from "../api-object.js";
import { toGoJson } from "../../core/go-value.js";
import type { TypeNode } from "../types/type-node.js";
import { checkValue } from "./check-value.js";
import { compareFields } from "./compare-fields.js";
import { differenceOf, type FieldSet } from "./field-set.js";
import { setOfFields } from "./set-of-fields.js";
import { TypedValueFault } from "./typed-value.js";

const annotation = "kubectl.kubernetes.io/last-applied-configuration";

/** The limit for all annotations together. */
const maxAnnotationBytes = 256 * 1024;

/** Returns the fields that are still as they were applied; undefined if there is no readable last-applied annotation. */
export function fieldsOfLastApplied(live: ApiObject, type: TypeNode): FieldSet | undefined {
  const applied = readJson(live.metadata.annotations?.[annotation] ?? "");
  if (!isJsonObject(applied) || applied["apiVersion"] !== live.apiVersion || applied["kind"] !== live.kind)
    return undefined;
  if (checkValue(applied, type).length > 0) return undefined;
  try {
    const { modified, added, removed } = compareFields(applied, live, type);
    return [modified, added, removed].reduce<FieldSet>(differenceOf, setOfFields(applied, type));
  } catch (error) {
    if (error instanceof TypedValueFault) return undefined;
    throw error;
  }
}

/** Returns the applied object with its annotation updated, if it has one. */
export function withLastApplied(object: ApiObject, patch: ApiObject): ApiObject {
  const { annotations = {} } = object.metadata;
  if ((annotations[annotation] ?? "") === "") return object;
  const updated: Record<string, string> = { ...annotations, [annotation]: `${toGoJson(withoutAnnotation(patch))}\n` };
  const bytes = Object.entries(updated).reduce((sum, pair) => sum + Buffer.byteLength(pair.join("")), 0);
  if (bytes > maxAnnotationBytes) Reflect.deleteProperty(updated, annotation);
  return { ...object, metadata: { ...object.metadata, annotations: updated } };
}

function withoutAnnotation(patch: ApiObject): JsonObject {
  const metadata = { ...patch.metadata, annotations: { ...patch.metadata.annotations } };
  Reflect.deleteProperty(metadata.annotations, annotation);
  if (Object.keys(metadata.annotations).length === 0) Reflect.deleteProperty(metadata, "annotations");
  return { ...patch, metadata };
}

function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
