import type { ApiObject } from "../api-object.js";
import { createObject } from "../objects/create-object.js";
import { dedupeOwnerReferences } from "../objects/owner-references.js";
import { groupResourceOf, type Write } from "../objects/write.js";
import { forbiddenError } from "../status-error.js";
import { decodeObject } from "./decode-object.js";
import { withManager } from "./managers.js";
import { placeObject } from "./object-place.js";
import { namespaceOf, type ResourceRequest } from "./request.js";
import { readWriteOptions, type WriteOptions } from "./write-options.js";

export async function createFromRequest(request: ResourceRequest): Promise<ApiObject> {
  const options = readWriteOptions(request.query, "CreateOptions");
  const object = await decodeObject(request, request.resource, options.fieldValidation);
  placeObject(request, object);
  dedupeOwnerReferences(object, request.warnings);
  // Only the server sets these fields, so no manager owns them.
  delete object.metadata.deletionTimestamp;
  delete object.metadata.deletionGracePeriodSeconds;
  const { createRefusal } = request.resource;
  if (createRefusal !== undefined) {
    throw forbiddenError(groupResourceOf(request.resource), object.metadata.name ?? "", createRefusal);
  }
  const write = writeOf(request, options, "");
  return createObject(request.parts, write, await withManager(request, options, undefined, object));
}

export function writeOf(
  request: ResourceRequest,
  options: Pick<WriteOptions, "isDryRun" | "asObject">,
  name: string,
): Write {
  return {
    resource: request.resource,
    namespace: namespaceOf(request),
    name,
    subresource: request.info.subresource,
    user: request.user,
    isDryRun: options.isDryRun,
    options: options.asObject,
    warnings: request.warnings,
    audit: request.audit,
  };
}
