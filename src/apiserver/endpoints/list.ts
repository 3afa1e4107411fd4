import { toApiVersion } from "../../core/gvk.js";
import type { JsonObject } from "../../core/json.js";
import type { ApiObject } from "../api-object.js";
import { readForList } from "../objects/undecodable.js";
import { keyOfObject } from "../storage/store.js";
import { expiredError, StatusError } from "../status-error.js";
import { type ContinueToken, parseContinueToken, printContinueToken } from "./continue-token.js";
import { isSelected, type ListOptions, readListOptions } from "./list-options.js";
import { namespaceOf, type ResourceRequest } from "./request.js";
import { parseResourceVersion, tooLargeError } from "./resource-version.js";

export interface ListResult {
  readonly items: readonly ApiObject[];
  /** The list's `ListMeta`. */
  readonly metadata: JsonObject;
}

export async function listObjects(request: ResourceRequest): Promise<ListResult> {
  return listSelected(request, readListOptions(request.query, request.resource, false));
}

export async function listSelected(request: ResourceRequest, options: ListOptions): Promise<ListResult> {
  const { parts, resource } = request;
  const { revision, after, stored } = readSource(request, options);
  const namespace = namespaceOf(request);
  const inPlace = stored.filter((object) => isAfter(object, namespace, after));
  const views = await readForList(parts, resource, inPlace);
  // A list at resourceVersion 0, which may be old, ignores the limit.
  const limit = options.resourceVersion === "0" ? 0 : options.limit;
  const items: ApiObject[] = [];
  let seen = 0;
  for (const view of views) {
    if (limit > 0 && items.length === limit) break;
    seen += 1;
    if (isSelected(options, view)) items.push(view);
  }
  return { items, metadata: metadataOf(options, revision, views.length - seen, items.at(-1), namespace) };
}

export function toListObject(resource: ResourceRequest["resource"], result: ListResult): JsonObject {
  const { group, version, listKind, strategy } = resource;
  const apiVersion = toApiVersion(group, version);
  // Go omits the type of items in its typed lists; custom resources have no Go type.
  const toItem = (object: ApiObject): JsonObject => {
    if (strategy.decode !== undefined) return object;
    const item: JsonObject = { ...object };
    delete item["apiVersion"];
    delete item["kind"];
    return item;
  };
  // For custom resources, Go also prints an empty `continue`.
  const metadata = strategy.decode === undefined ? result.metadata : { continue: "", ...result.metadata };
  return { kind: listKind, apiVersion, metadata, items: result.items.map(toItem) };
}

interface Source {
  readonly revision: number;
  readonly after: string;
  readonly stored: readonly ApiObject[];
}

function readSource(request: ResourceRequest, options: ListOptions): Source {
  const { parts, resource } = request;
  const { store } = parts;
  const namespace = namespaceOf(request);
  const newest = (after = ""): Source => ({
    revision: store.revision,
    after,
    stored: store.list(resource.storageKey, namespace),
  });
  if (options.continueToken !== "") {
    const token = parseContinueToken(options.continueToken);
    const after = `${namespace === "" ? "" : `${namespace}/`}${token.after}`;
    if (token.revision < 0) return newest(after);
    const stored = store.listAt(resource.storageKey, token.revision);
    if (stored === undefined) throw inconsistentError(token);
    return { revision: token.revision, after, stored };
  }
  const wanted = parseResourceVersion(options.resourceVersion, "list");
  if (wanted > store.revision) throw tooLargeError(wanted, store.revision);
  const isExact =
    options.resourceVersionMatch === "Exact" ||
    (options.resourceVersionMatch === "" && options.limit > 0 && wanted > 0);
  if (!isExact) return newest();
  const stored = store.listAt(resource.storageKey, wanted);
  if (stored === undefined) throw expiredError("The resourceVersion for the provided list is too old.");
  return { revision: wanted, after: "", stored };
}

function isAfter(object: ApiObject, namespace: string, after: string): boolean {
  if (namespace !== "" && object.metadata.namespace !== namespace) return false;
  return after === "" || keyOfObject(object) > after;
}

function metadataOf(
  options: ListOptions,
  revision: number,
  remaining: number,
  last: ApiObject | undefined,
  namespace: string,
): JsonObject {
  if (remaining <= 0 || last === undefined) return { resourceVersion: String(revision) };
  const key = keyOfObject(last);
  const after = namespace === "" ? key : key.slice(namespace.length + 1);
  return {
    resourceVersion: String(revision),
    continue: printContinueToken({ revision, after }),
    // The remaining objects may not match the selector.
    ...(options.isUnselective ? { remainingItemCount: remaining } : {}),
  };
}

/** Creates the error for a first page whose version is gone; the client may continue with the newest version. */
function inconsistentError(token: ContinueToken): StatusError {
  const { failure } = expiredError(
    "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.",
  );
  return new StatusError({ ...failure, continueToken: printContinueToken({ ...token, revision: -1 }) });
}
