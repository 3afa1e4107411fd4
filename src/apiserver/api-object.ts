import type { Json, JsonObject } from "../core/json.js";

/** What every stored object carries, as it is on the wire. */
export interface ObjectMeta extends JsonObject {
  name?: string;
  generateName?: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  labels?: { [key: string]: string };
  annotations?: { [key: string]: string };
  ownerReferences?: OwnerReference[];
  finalizers?: string[];
  managedFields?: ManagedFieldsEntry[];
}

export interface OwnerReference extends JsonObject {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

export interface ManagedFieldsEntry extends JsonObject {
  manager?: string;
  operation?: "Apply" | "Update";
  apiVersion?: string;
  time?: string;
  fieldsType?: string;
  fieldsV1?: JsonObject;
  subresource?: string;
}

/**
 * A type of Kubernetes' API as an object holds it: objects have an index, which interfaces have not, and where any value may
 * stand there is JSON.
 */
export type AsJson<Type> = unknown extends Type
  ? Json
  : Type extends object
    ? { [Key in keyof Type]: AsJson<Type[Key]> }
    : Type;

/** An object of any kind. In the store it is never changed: a write puts another in its place. */
export interface ApiObject extends JsonObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}
