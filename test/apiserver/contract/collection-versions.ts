/**
 * Hides the resource versions of lists, tables and bookmarks before versions are numbered: they are the store's version, which
 * the writes of all cases change.
 */
import { isJsonObject } from "../../../src/core/json.js";

export function hideCollectionVersions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hideCollectionVersions);
  if (!isJsonObject(value)) return value;
  const isEvent = value["type"] === "BOOKMARK";
  const entries = Object.entries(value).map(([key, each]) => {
    if (key === "metadata" && isCollection(value)) return [key, hideVersion(each)];
    if (key === "object" && isEvent) return [key, hideAllVersions(each)];
    return [key, hideCollectionVersions(each)];
  });
  return Object.fromEntries(entries);
}

/** Hides all versions of a bookmark, which may be a table with one row. */
function hideAllVersions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hideAllVersions);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, hideAllVersions(each)]);
  return hideVersion(Object.fromEntries(entries));
}

function isCollection({ kind }: Record<string, unknown>): boolean {
  return typeof kind === "string" && (kind.endsWith("List") || kind === "Table");
}

function hideVersion(metadata: unknown): unknown {
  if (!isJsonObject(metadata) || !metadata["resourceVersion"]) return metadata;
  return { ...metadata, resourceVersion: "$current" };
}
