/** Checks what a storage returns: other programs, and earlier versions of the definition, may have written it. */
import type { ApiObject } from "../../apiserver/api-object.js";
import { validateMetadata } from "../../apiserver/objects/create-object.js";
import type { ServedResource } from "../../apiserver/resource.js";
import { isDeeper, maxDepth } from "../../apiserver/types/json-depth.js";
import { parseApiVersion } from "../../core/gvk.js";
import { copyJson } from "../../core/json.js";
import { field } from "../../core/json-fields.js";
import { defaultVersion } from "../../schema/kubernetes-versions.js";
import type { StoredObject } from "./object-storage.js";

/** Returns whether an object has what every stored object has. */
export function isStored(object: unknown): object is StoredObject {
  const metadata = field(object, "metadata");
  const texts = [field(object, "apiVersion"), field(object, "kind"), field(metadata, "name")];
  return texts.every((text) => typeof text === "string");
}

/** Returns the reason why the server cannot serve an object; undefined if it can. Its other fields may differ from the schema. */
export function storedFault(resource: ServedResource, object: StoredObject): string | undefined {
  if (!isStored(object)) return "it is not an object with a name";
  if (versionNumber(object.metadata.resourceVersion) === undefined) return "metadata.resourceVersion is not a version";
  if (isDeeper(object, maxDepth)) return "it is nested too deeply";
  if (object.kind !== resource.kind || groupOf(object.apiVersion) !== resource.group) {
    return `it is a ${JSON.stringify(object.kind)} of ${JSON.stringify(object.apiVersion)}`;
  }
  const copy = copyJson<ApiObject>(object);
  const fault = resource.strategy.decode?.(copy).fault;
  if (fault !== undefined) return fault;
  const faults = validateMetadata({ resource }, copy, defaultVersion);
  return faults.length === 0 ? undefined : faults.map(({ field, message }) => `${field}: ${message}`).join(", ");
}

function groupOf(apiVersion: string): string {
  return parseApiVersion(apiVersion).group;
}

/** Returns a version as a number; undefined if it is not a decimal number below 2^53. */
export function versionNumber(version: string | undefined): number | undefined {
  if (typeof version !== "string" || !/^(?:0|[1-9][0-9]{0,15})$/.test(version)) return undefined;
  const number = Number(version);
  return Number.isSafeInteger(number) ? number : undefined;
}
