import { parseApiVersion } from "../../core/gvk.js";
import { convertObject } from "../admission/matching/versioned-objects.js";
import type { ObjectVersions } from "../field-management/requests.js";
import type { Registry } from "../objects/registry.js";
import type { ServedResource } from "../resource.js";

/** Returns the other versions of a resource's kind. */
export function versionsOf(from: ServedResource, registry: Registry): ObjectVersions {
  const find = (apiVersion: string): ServedResource | undefined => {
    const { group, version } = parseApiVersion(apiVersion);
    return group === from.group ? registry.findKind(group, version, from.kind) : undefined;
  };
  return {
    typeOf: (apiVersion) => find(apiVersion)?.type,
    convert: (object, apiVersion) =>
      from.conversion?.convert?.(object, apiVersion) ?? convertObject(object, from, find(apiVersion) ?? from),
  };
}
