/** API objects, and functions that read their fields. */
import { isJsonObject, type Json, type JsonObject } from "../core/json.js";
import { ownOf, setOwn } from "../core/own-members.js";

/** The metadata of every stored object, in its JSON form. */
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
 * A type of Kubernetes' API in the form of a JSON object: with the index signature that interfaces lack, and with `Json` for a
 * field of any value.
 */
export type AsJson<Type> = unknown extends Type
  ? Json
  : Type extends object
    ? { [Key in keyof Type]: AsJson<Type[Key]> }
    : Type;

/** An object of any kind. The store never changes an object: a write replaces it. */
export interface ApiObject extends JsonObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}

// Functions that read fields of known types (from the resource's type). An absent value, null, or a value of another type reads
// as empty, as in Go's decoding.

function memberOf(object: JsonObject | undefined, name: string): Json | undefined {
  return object === undefined ? undefined : ownOf(object, name);
}

export function textOf(object: JsonObject | undefined, name: string): string {
  const value = memberOf(object, name);
  return typeof value === "string" ? value : "";
}

export function numberOf(object: JsonObject | undefined, name: string): number | undefined {
  const value = memberOf(object, name);
  return typeof value === "number" ? value : undefined;
}

/** Returns whether a field is true; an absent field is not. */
export function isSet(object: JsonObject | undefined, name: string): boolean {
  return memberOf(object, name) === true;
}

export function booleanOf(object: JsonObject | undefined, name: string): boolean | undefined {
  const value = memberOf(object, name);
  return typeof value === "boolean" ? value : undefined;
}

export function objectOf(object: JsonObject | undefined, name: string): JsonObject | undefined {
  const value = memberOf(object, name);
  return isJsonObject(value) ? value : undefined;
}

export function listOf(object: JsonObject | undefined, name: string): readonly Json[] {
  const value = memberOf(object, name);
  return Array.isArray(value) ? value : [];
}

export function objectsOf(object: JsonObject | undefined, name: string): readonly JsonObject[] {
  return listOf(object, name).filter(isJsonObject);
}

export function textsOf(object: JsonObject | undefined, name: string): readonly string[] {
  return listOf(object, name).filter((value) => typeof value === "string");
}

/** Returns the entries of a map whose values are strings. */
export function textMapOf(object: JsonObject | undefined, name: string): Readonly<Record<string, string>> {
  const entries = Object.entries(objectOf(object, name) ?? {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** Sets a field that is absent or null. */
export function setDefault(object: JsonObject, name: string, value: Json): void {
  setOwn(object, name, ownOf(object, name) ?? value);
}

/** Sets those fields of an object that are absent or null; does nothing without an object. */
export function setDefaults(object: JsonObject | undefined, values: JsonObject): void {
  if (object === undefined) return;
  for (const [name, value] of Object.entries(values)) if (value !== undefined) setDefault(object, name, value);
}

/** Returns the object at a field; adds an empty object if the field has none. */
export function ensureObject(object: JsonObject, name: string): JsonObject {
  const value = ownOf(object, name);
  if (isJsonObject(value)) return value;
  const created: JsonObject = {};
  setOwn(object, name, created);
  return created;
}
