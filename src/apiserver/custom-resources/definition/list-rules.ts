/**
 * Lists of type set and map, and the types of maps.
 * Source: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go.
 */
import {
  atKey,
  child,
  type FieldError,
  forbidden,
  invalid,
  notSupported,
  required,
} from "../../../core/field-error.js";
import { hasDefault, isSchemaList, itemsOf, propertyOf, type JsonSchema } from "../json-schema.js";

export function checkListsAndMaps(schema: JsonSchema, path: string): FieldError[] {
  return [
    ...checkMapType(schema, path),
    ...checkListType(schema, path),
    ...checkMapKeys(schema, path),
    ...checkItemsNull(schema, path),
  ];
}

function checkMapType(schema: JsonSchema, path: string): FieldError[] {
  const mapType = schema["x-kubernetes-map-type"];
  if (mapType === undefined) return [];
  return [
    ...checkTypeIs(schema, "object", "x-kubernetes-map-type", path),
    ...(mapType === "atomic" || mapType === "granular"
      ? []
      : [notSupported(child(path, "x-kubernetes-map-type"), mapType, ["atomic", "granular"])]),
  ];
}

function checkTypeIs({ type = "" }: JsonSchema, wanted: string, because: string, path: string): FieldError[] {
  if (type === wanted) return [];
  const why = `must be ${wanted} if ${because} is specified`;
  return [type === "" ? required(child(path, "type"), why) : invalid(child(path, "type"), type, why)];
}

function checkListType(schema: JsonSchema, path: string): FieldError[] {
  const listType = schema["x-kubernetes-list-type"];
  if (listType === undefined) return [];
  const wrongType = checkTypeIs(schema, "array", "x-kubernetes-list-type", path);
  return [
    ...(wrongType.length === 0 && listType === "set" ? checkSetItems(schema, path) : wrongType),
    ...(["atomic", "set", "map"].includes(listType)
      ? []
      : [notSupported(child(path, "x-kubernetes-list-type"), listType, ["atomic", "set", "map"])]),
  ];
}

function checkSetItems(schema: JsonSchema, path: string): FieldError[] {
  const items = itemsOf(schema);
  const why = "must be atomic as item of a list with x-kubernetes-list-type=set";
  const listType = items?.["x-kubernetes-list-type"];
  if (items?.type === "array" && (listType ?? "atomic") !== "atomic") {
    return [invalid(child(path, "items.x-kubernetes-list-type"), listType, why)];
  }
  if (items?.type === "object" && items["x-kubernetes-map-type"] !== "atomic") {
    // The API server shows the list type here.
    return [invalid(child(path, "items.x-kubernetes-map-type"), listType, why)];
  }
  return [];
}

function checkMapKeys(schema: JsonSchema, path: string): FieldError[] {
  const listType = schema["x-kubernetes-list-type"];
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  const faults: FieldError[] = [];
  if (keys.length > 0 && listType !== "map") {
    const why = "must be map if x-kubernetes-list-map-keys is non-empty";
    const at = child(path, "x-kubernetes-list-type");
    faults.push(listType === undefined ? required(at, why) : invalid(at, listType, why));
  }
  if (listType !== "map") return faults;
  const keysPath = child(path, "x-kubernetes-list-map-keys");
  if (keys.length === 0) faults.push(required(keysPath, "must not be empty if x-kubernetes-list-type is map"));
  if (schema.items === undefined) {
    faults.push(required(child(path, "items"), "must have a schema if x-kubernetes-list-type is map"));
  }
  if (isSchemaList(schema.items)) {
    faults.push(invalid(child(path, "items"), null, "must only have a single schema if x-kubernetes-list-type is map"));
  }
  const items = itemsOf(schema);
  if (items === undefined) return faults;
  if (items.type !== "object") {
    const why = "must be object if parent array's x-kubernetes-list-type is map";
    return [...faults, invalid(child(path, "items.type"), items.type ?? "", why)];
  }
  const seen = new Set<string>();
  for (const key of keys) {
    const property = propertyOf(items, key);
    if (property === undefined) {
      faults.push(invalid(keysPath, [...keys], "entries must all be names of item properties"));
    } else if (property.type === "array" || property.type === "object") {
      const why = "must be a scalar type if parent array's x-kubernetes-list-type is map";
      faults.push(invalid(`${child(path, atKey("items.properties", key))}.type`, items.type, why));
    }
    if (seen.has(key)) faults.push(invalid(keysPath, [...keys], "must not contain duplicate entries"));
    seen.add(key);
  }
  return faults;
}

/** Items of sets and maps must not be nullable, and the keys of a map's items must always be set. */
function checkItemsNull(schema: JsonSchema, path: string): FieldError[] {
  const listType = schema["x-kubernetes-list-type"];
  const items = itemsOf(schema);
  if (items === undefined || (listType !== "set" && listType !== "map")) return [];
  const faults: FieldError[] = [];
  if (items.nullable === true) {
    const why = `cannot be nullable when x-kubernetes-list-type is ${listType}`;
    faults.push(forbidden(child(path, "items.nullable"), why));
  }
  for (const key of listType === "map" ? (schema["x-kubernetes-list-map-keys"] ?? []) : []) {
    const property = propertyOf(items, key);
    if (property === undefined) continue;
    const at = child(path, atKey("items.properties", key));
    if (items.required?.includes(key) !== true && !hasDefault(property)) {
      const why = "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property";
      faults.push(required(`${at}.default`, why));
    }
    if (property.nullable === true) {
      const why = "this property is in x-kubernetes-list-map-keys, so it cannot be nullable";
      faults.push(forbidden(`${at}.nullable`, why));
    }
  }
  return faults;
}
