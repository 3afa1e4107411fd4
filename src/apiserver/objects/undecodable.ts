/**
 * The errors about stored objects that cannot be read, because their conversion fails, since 1.37.
 * Source: k8s.io/apiserver/pkg/storage/etcd3/corrupt_obj_deleter.go.
 */
import { isSince } from "../../schema/kubernetes-versions.js";
import type { ApiObject } from "../api-object.js";
import type { ServedResource } from "../resource.js";
import { internalError, showGroupResource, StatusError } from "../status-error.js";
import type { ObjectParts } from "./write.js";

/** The most objects that an error lists. */
const most = 100;

/** Reads the object that a request changes. */
export async function readForWrite(
  parts: ObjectParts,
  resource: ServedResource,
  stored: ApiObject,
): Promise<ApiObject> {
  return orThrow(parts, parts.views.read(resource, stored), (error) => {
    return new StatusError({
      ...error.failure,
      message: undecodable(stored, error),
    });
  });
}

/** Reads the object that a request deletes. */
export async function readForDelete(
  parts: ObjectParts,
  resource: ServedResource,
  stored: ApiObject,
): Promise<ApiObject> {
  return orThrow(parts, parts.views.read(resource, stored), (error) => corruptError(resource, stored, error));
}

/** Reads the object that a request asks for. */
export async function readForAnswer(
  parts: ObjectParts,
  resource: ServedResource,
  stored: ApiObject,
): Promise<ApiObject> {
  return orThrow(parts, parts.views.readAgain(resource, stored), (error) => corruptError(resource, stored, error));
}

/** Reads the objects of a list. The error names each object that cannot be read. */
export async function readForList(
  parts: ObjectParts,
  resource: ServedResource,
  stored: readonly ApiObject[],
): Promise<readonly ApiObject[]> {
  try {
    return await parts.views.readAll(resource, stored);
  } catch (error) {
    if (!(error instanceof StatusError) || !isSince(parts.version, "1.37")) throw error;
    throw (await corruptList(parts, resource, stored)) ?? error;
  }
}

async function orThrow(
  parts: ObjectParts,
  reading: Promise<ApiObject>,
  toError: (error: StatusError) => StatusError,
): Promise<ApiObject> {
  try {
    return await reading;
  } catch (error) {
    throw error instanceof StatusError && isSince(parts.version, "1.37") ? toError(error) : error;
  }
}

function undecodable({ metadata }: ApiObject, error: StatusError): string {
  return `object not decodable revision=${metadata.resourceVersion ?? ""}: ${error.message}`;
}

function corruptError({ storageKey }: ServedResource, stored: ApiObject, error: StatusError): StatusError {
  return internalError(corrupt(keyOf(storageKey, stored), stored, error));
}

function corrupt(key: string, stored: ApiObject, error: StatusError): string {
  return `StorageError: corrupt object, Code: 7, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${undecodable(stored, error)}`;
}

/** Returns the path of an object in the storage. */
export function keyOf(storageKey: string, { metadata: { name = "", namespace = "" } }: ApiObject): string {
  return ["", storageKey, ...(namespace === "" ? [] : [namespace]), name].join("/");
}

async function corruptList(
  parts: ObjectParts,
  resource: ServedResource,
  stored: readonly ApiObject[],
): Promise<StatusError | undefined> {
  const causes: {
    readonly reason: string;
    readonly message: string;
    readonly field: string;
  }[] = [];
  for (const object of stored) {
    const error = await failureOf(parts, resource, object);
    if (error === undefined) continue;
    const field = `/registry${keyOf(resource.storageKey, object)}`;
    causes.push({
      reason: "UnexpectedServerResponse",
      message: corrupt(field, object, error),
      field,
    });
    if (causes.length === most) break;
  }
  const { group, resource: kind } = resource;
  const [first] = causes;
  if (first === undefined) return undefined;
  const others = causes.length === 1 ? "" : ` (and ${causes.length - 1} more)`;
  return new StatusError({
    code: 500,
    reason: "StorageReadError",
    message: `failed to read one or more ${showGroupResource(resource)} from the storage: ${first.message}${others}`,
    details: { name: "list", group, kind, causes },
  });
}

/** Returns why the object cannot be read; undefined if it can. */
export async function failureOf(
  parts: ObjectParts,
  resource: ServedResource,
  stored: ApiObject,
): Promise<StatusError | undefined> {
  try {
    await parts.views.read(resource, stored);
    return undefined;
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
}
