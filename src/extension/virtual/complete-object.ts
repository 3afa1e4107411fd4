import { createHash } from "node:crypto";
import type { ApiObject } from "../../apiserver/api-object.js";
import { validateMetadata } from "../../apiserver/objects/create-object.js";
import { timeText } from "../../apiserver/objects/write.js";
import type { ServedResource } from "../../apiserver/resource.js";
import { internalError } from "../../apiserver/status-error.js";
import { toApiVersion } from "../../core/gvk.js";
import { isSameJson } from "../../core/json.js";
import type { KubeObject } from "../../kube/objects.js";
import { defaultVersion } from "../../schema/kubernetes-versions.js";
import type { VirtualObject } from "../storage.js";

/**
 * Returns an object of a virtual resource as it is stored: complete, and without fields that its schema does not declare. An
 * unchanged object is the one that is stored already.
 *
 * @throws StatusError 500 if the object does not fit the kind's schema
 */
export function completeObject(
  resource: ServedResource,
  given: VirtualObject<KubeObject>,
  stored: ApiObject | undefined,
  now: number,
): ApiObject {
  const { group, version, kind, strategy } = resource;
  // What JSON cannot express is absent, as in a response.
  const { metadata, ...rest } = JSON.parse(JSON.stringify(given)) as ApiObject;
  const { namespace = "", name = "" } = metadata;
  const object: ApiObject = {
    ...rest,
    ...{ apiVersion: toApiVersion(group, version), kind },
    metadata: {
      uid: uidOf([group, kind, namespace, name]),
      creationTimestamp: stored?.metadata.creationTimestamp ?? timeText(now),
      ...metadata,
    },
  };
  const said = (why: string): Error =>
    internalError(`the source of ${showResource(resource)} returned ${name}: ${why}`);
  const fault = strategy.decode?.(object).fault;
  if (fault !== undefined) throw said(fault);
  strategy.setDefaults(object);
  const faults = [...validateMetadata({ resource }, object, defaultVersion), ...strategy.validate(object)];
  if (faults.length > 0) throw said(faults.map(({ field, message }) => `${field}: ${message}`).join(", "));
  return stored !== undefined && isSameJson(withoutVersion(stored), object) ? stored : object;
}

export function showResource({ resource, group }: ServedResource): string {
  return `${resource}.${group}`;
}

function withoutVersion(stored: ApiObject): ApiObject {
  const metadata = { ...stored.metadata };
  delete metadata.resourceVersion;
  return { ...stored, metadata };
}

/** Returns the same UUID for the same name, in every process. Source: RFC 9562, section 5.8. */
function uidOf(parts: readonly string[]): string {
  const bytes = createHash("sha256").update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
