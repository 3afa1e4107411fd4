import type { JsonObject } from "../../core/json.js";
import { type Deleted, deletedStatus, deleteObject } from "../objects/delete-object.js";
import { deleteUndecodable } from "../objects/delete-undecodable.js";
import { groupResourceOf, type Write } from "../objects/write.js";
import { forbiddenError, internalError, StatusError } from "../status-error.js";
import { writeOf } from "./create.js";
import { isUnsafeDelete, readDeleteRequest, unsafeCollectionError } from "./delete-options.js";
import { type ListResult, listSelected } from "./list.js";
import { readListOptions } from "./list-options.js";
import type { ResourceRequest } from "./request.js";

export interface DeleteAnswer {
  readonly code: number;
  /** The object while it waits for its finalizers, otherwise the status of the delete. Undefined: it cannot be read. */
  readonly deleted: Deleted | undefined;
  readonly status: JsonObject;
}

export async function deleteFromRequest(request: ResourceRequest): Promise<DeleteAnswer> {
  const given = await readDeleteRequest(request);
  const write = writeOf(request, given, request.info.name);
  if (isUnsafeDelete(given.options)) return deleteUnsafely(request, write);
  const deleted = await deleteObject(request.parts, write, given.options);
  const isLeftToDependents = deleted.type === "pending" && given.options.orphanDependents === false;
  return { code: isLeftToDependents ? 202 : 200, deleted, status: deletedStatus(write, deleted.object) };
}

/** Source: k8s.io/apiserver/pkg/endpoints/handlers/delete.go (DeleteResource, authorizeUnsafeDelete). */
async function deleteUnsafely(request: ResourceRequest, write: Write): Promise<DeleteAnswer> {
  const { resource, name } = write;
  request.audit.annotate("apiserver.k8s.io/unsafe-delete-ignore-read-error", "");
  if (resource.group === "rbac.authorization.k8s.io" || resource.storageKey === "namespaces") {
    throw internalError("no unsafe deleter provided, can not honor ignoreStoreReadErrorWithClusterBreakingPotential");
  }
  const verb = "unsafe-delete-ignore-read-errors";
  const { isAllowed, reason } = await request.decide(verb);
  if (!isAllowed) {
    throw forbiddenError(groupResourceOf(resource), name, `not permitted to do "${verb}", reason: ${reason}`);
  }
  await deleteUndecodable(request.parts, write);
  const details = { name, kind: resource.kind };
  const status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 200, details };
  return { code: 200, deleted: undefined, status };
}

/** Deletes the selected objects, and returns the list of them from before the delete. */
export async function deleteCollection(request: ResourceRequest): Promise<ListResult> {
  const options = readListOptions(request.query, request.resource, false);
  const given = await readDeleteRequest(request);
  if (isUnsafeDelete(given.options)) throw unsafeCollectionError();
  const found = await listSelected(request, options);
  for (const { metadata } of found.items) {
    const write = { ...writeOf(request, given, metadata.name ?? ""), namespace: metadata.namespace ?? "" };
    try {
      await deleteObject(request.parts, write, given.options);
    } catch (error) {
      const isGone = error instanceof StatusError && error.failure.reason === "NotFound";
      if (!isGone) throw error;
    }
  }
  return found;
}
