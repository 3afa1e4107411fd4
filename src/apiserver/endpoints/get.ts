import { isSince } from "../../schema/kubernetes-versions.js";
import type { ApiObject } from "../api-object.js";
import { groupResourceOf } from "../objects/write.js";
import type { ServedResource } from "../resource.js";
import { internalError, notFoundError, StatusError } from "../status-error.js";
import { textField } from "../http/query-fields.js";
import { namespaceOf, type ResourceRequest } from "./request.js";
import { parseResourceVersion, tooLargeError } from "./resource-version.js";

export async function getObject(request: ResourceRequest): Promise<ApiObject> {
  const { parts, resource, info, query } = request;
  const wanted = parseResourceVersion(textField(query, "resourceVersion"), "object");
  if (wanted > parts.store.revision) throw tooLargeError(wanted, parts.store.revision);
  const stored = parts.store.get(resource.storageKey, namespaceOf(request), info.name);
  if (stored === undefined) throw notFoundError(groupResourceOf(resource), info.name);
  try {
    return await parts.views.readAgain(resource, stored);
  } catch (error) {
    throw isSince(parts.version, "1.37") ? undecodable(stored, resource, error) : error;
  }
}

/** Source: k8s.io/apiserver/pkg/storage/etcd3/corrupt_obj_deleter.go. */
function undecodable({ metadata }: ApiObject, { storageKey }: ServedResource, error: unknown): unknown {
  if (!(error instanceof StatusError)) return error;
  const { name = "", namespace = "", resourceVersion = "" } = metadata;
  const key = ["", storageKey, ...(namespace === "" ? [] : [namespace]), name].join("/");
  return internalError(
    `StorageError: corrupt object, Code: 7, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: object not decodable revision=${resourceVersion}: ${error.message}`,
  );
}
