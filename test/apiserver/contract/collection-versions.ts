/**
 * The resource version of a list, a table or a bookmark is the store's, which everybody's writes move: it is hidden before
 * versions are numbered.
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

/** Of a bookmark, which may be a table of one row. */
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
