import type { ApiObject } from "../api-object.js";
import { readForAnswer } from "../objects/undecodable.js";
import { groupResourceOf } from "../objects/write.js";
import { notFoundError } from "../status-error.js";
import { textField } from "../http/query-fields.js";
import { namespaceOf, type ResourceRequest } from "./request.js";
import { parseResourceVersion, tooLargeError } from "./resource-version.js";

export async function getObject(request: ResourceRequest): Promise<ApiObject> {
  const { parts, resource, info, query } = request;
  const wanted = parseResourceVersion(textField(query, "resourceVersion"), "object");
  if (wanted > parts.store.revision) throw tooLargeError(wanted, parts.store.revision);
  const stored = parts.store.get(resource.storageKey, namespaceOf(request), info.name);
  if (stored === undefined) throw notFoundError(groupResourceOf(resource), info.name);
  return readForAnswer(parts, resource, stored);
}
