import type { ApiObject } from "../api-object.js";
import type { ManagedWrite } from "../field-management/requests.js";
import { updateManagedFields } from "../field-management/update-managed-fields.js";
import { maxManagerBytes } from "../objects/validate-metadata.js";
import type { ServedResource } from "../resource.js";
import type { ResourceRequest } from "./request.js";
import type { WriteOptions } from "./write-options.js";

/**
 * Returns the manager for managedFields: the `fieldManager` option, or the program. Source: endpoints/handlers/create.go
 * (managerOrUserAgent).
 */
function managerOf({ userAgent }: Pick<ResourceRequest, "userAgent">, { fieldManager }: WriteOptions): string {
  if (fieldManager !== "") return fieldManager;
  const [program = ""] = userAgent.split("/");
  let bytes = 0;
  let name = "";
  for (const letter of program) {
    bytes += Buffer.byteLength(letter);
    if (bytes > maxManagerBytes) break;
    name += letter;
  }
  return name;
}

/** Returns the object with the fields that its writer now manages. */
export function withManager(
  request: ResourceRequest,
  options: WriteOptions,
  live: ApiObject | undefined,
  object: ApiObject,
): Promise<ApiObject> {
  return updateManagedFields({ ...managedWriteOf(request, options, live), object });
}

export function managedWriteOf(
  request: ResourceRequest,
  options: WriteOptions,
  live: ApiObject | undefined,
): ManagedWrite {
  const { resource, info, parts, versions } = request;
  return {
    type: resource.type,
    live,
    manager: managerOf(request, options),
    subresource: info.subresource,
    resetFields: resetFieldsOf(resource, info.subresource),
    versions,
    now: parts.now(),
  };
}

function resetFieldsOf({ strategy, subresources }: ServedResource, name: string): ManagedWrite["resetFields"] {
  if (name === "") return strategy.resetFields ?? [];
  const subresource = subresources.get(name);
  return subresource?.type === "update" ? subresource.resetFields : [];
}
