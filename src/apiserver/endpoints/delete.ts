import type { JsonObject } from "../../core/json.js";
import { type Deleted, deletedStatus, deleteObject } from "../objects/delete-object.js";
import { StatusError } from "../status-error.js";
import { writeOf } from "./create.js";
import { readDeleteRequest } from "./delete-options.js";
import { type ListResult, listSelected } from "./list.js";
import { readListOptions } from "./list-options.js";
import type { ResourceRequest } from "./request.js";

export interface DeleteAnswer {
  readonly code: number;
  /** The object while it waits for its finalizers, otherwise the status of the delete. */
  readonly deleted: Deleted;
  readonly status: JsonObject;
}

export async function deleteFromRequest(request: ResourceRequest): Promise<DeleteAnswer> {
  const given = await readDeleteRequest(request);
  const write = writeOf(request, given, request.info.name);
  const deleted = await deleteObject(request.parts, write, given.options);
  const isLeftToDependents = deleted.type === "pending" && given.options.orphanDependents === false;
  return { code: isLeftToDependents ? 202 : 200, deleted, status: deletedStatus(write, deleted.object) };
}

/** Deletes the selected objects, and returns the list of them from before the delete. */
export async function deleteCollection(request: ResourceRequest): Promise<ListResult> {
  const options = readListOptions(request.query, request.resource, false);
  const given = await readDeleteRequest(request);
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
