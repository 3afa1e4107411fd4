/** The objects of the main API server that carry the objects of an extension API server, one each. */
import { createHash } from "node:crypto";
import { isJsonObject } from "../../../core/json.js";
import { readJson } from "../../../core/json-fields.js";
import { ConfigMap, Secret } from "../../../k8s/core/v1.js";
import type { Kind, ObjectKey, ObjectMeta } from "../../../kube/objects.js";
import { isStored } from "../check-stored.js";
import type { StorageKind, StoredObject } from "../object-storage.js";

export type Carrier = ConfigMap | Secret;

/** Where the objects of a kind are. */
export interface CarrierPlace {
  readonly carrier: "ConfigMap" | "Secret";
  readonly namespace: string;
  readonly kind: StorageKind;
}

export function carrierKind({ carrier }: CarrierPlace): Kind<Carrier> {
  return carrier === "Secret" ? Secret : ConfigMap;
}

/** Selects the carriers of a kind. A label is too short for the names of some kinds. */
export function labelsOf({ kind: { group, resource } }: CarrierPlace): Record<string, string> {
  return { "storage.tsop.dev/kind": digest(`${resource}.${group}`, 40) };
}

export function carrierKey(place: CarrierPlace, { namespace = "", name }: ObjectKey): Required<ObjectKey> {
  const { kind } = place;
  // Different for all objects, and readable to some extent.
  const unique = digest(`${kind.resource}.${kind.group}/${namespace}/${name}`, 40);
  return { namespace: place.namespace, name: `${kind.resource.slice(0, 100)}-${unique}` };
}

/** @param replaces - the version that this one replaces: without it, an update that changes nothing would have no new version */
export function toCarrier(place: CarrierPlace, object: StoredObject, replaces: string): Carrier {
  // The carrier has the version. JSON omits an undefined field.
  const text = JSON.stringify({ ...object, metadata: { ...object.metadata, resourceVersion: undefined } });
  const metadata: ObjectMeta & { name: string } = {
    ...carrierKey(place, object.metadata),
    labels: labelsOf(place),
    ...(replaces === "" ? {} : { resourceVersion: replaces }),
  };
  if (place.carrier === "ConfigMap")
    return { apiVersion: "v1", kind: "ConfigMap", metadata, data: { object: text, replaces } };
  const data = { object: toBase64(text), replaces: toBase64(replaces) };
  return { apiVersion: "v1", kind: "Secret", metadata, type: "storage.tsop.dev/object", data };
}

/** Returns undefined if the carrier does not contain the object for which it is named: someone else wrote it. */
export function fromCarrier(place: CarrierPlace, { metadata, data = {} }: Carrier): StoredObject | undefined {
  const given = data["object"] ?? "";
  const object = readJson(place.carrier === "Secret" ? Buffer.from(given, "base64").toString("utf8") : given);
  if (!isJsonObject(object) || !isStored(object)) return undefined;
  if (carrierKey(place, object.metadata).name !== metadata.name) return undefined;
  const { resourceVersion = "" } = metadata;
  return { ...object, metadata: { ...object.metadata, resourceVersion } };
}

function toBase64(text: string): string {
  return Buffer.from(text).toString("base64");
}

function digest(text: string, length: number): string {
  return createHash("sha256").update(text).digest("hex").slice(0, length);
}
