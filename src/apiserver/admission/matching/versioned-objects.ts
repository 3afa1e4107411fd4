/** The written objects in another version of their kind. */
import type { ApiObject } from "../../api-object.js";
import type { AdmissionAttributes, ServedResource } from "../../resource.js";

export interface VersionedObjects {
  readonly object: ApiObject | undefined;
  readonly oldObject: ApiObject | undefined;
}

export async function inVersion(
  { object, oldObject, resource, subresource }: AdmissionAttributes,
  wanted: ServedResource,
): Promise<VersionedObjects> {
  // A Scale is the same under every version of its resource.
  if (wanted === resource || isOfAnotherKind(object ?? oldObject, resource, subresource)) return { object, oldObject };
  return {
    object: object === undefined ? undefined : await convertObject(object, resource, wanted),
    oldObject: oldObject === undefined ? undefined : await convertObject(oldObject, resource, wanted),
  };
}

function isOfAnotherKind(object: ApiObject | undefined, { kind }: ServedResource, subresource: string): boolean {
  return subresource !== "" && object !== undefined && object.kind !== kind;
}

export async function convertObject(object: ApiObject, from: ServedResource, to: ServedResource): Promise<ApiObject> {
  const stored = from.conversion === undefined ? [object] : await from.conversion.toStored([object]);
  const [served] = to.conversion === undefined ? stored : await to.conversion.toServed(stored);
  if (served === undefined) throw new Error("a conversion gives as many objects as it takes");
  return served;
}

/** Returns an object in the version of the request: the opposite of `inVersion`. */
export async function fromVersion(
  object: ApiObject,
  from: ServedResource,
  { resource }: AdmissionAttributes,
): Promise<ApiObject> {
  const isSame = from === resource || object.kind !== from.kind;
  return isSame ? object : await convertObject(object, from, resource);
}
