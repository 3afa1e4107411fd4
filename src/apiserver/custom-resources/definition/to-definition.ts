import { isJsonObject, type Json, type JsonObject } from "../../../core/json.js";
import { type ApiObject, objectOf, objectsOf } from "../../api-object.js";
import type { Definition } from "../definition.js";

/** Adds empty values for the missing required fields, as Go reads the object. The object's type ensures the rest. */
export function toDefinition(object: ApiObject): Definition {
  const spec = objectOf(object, "spec") ?? {};
  const conversion = objectOf(spec, "conversion");
  const status = objectOf(object, "status");
  const definition: JsonObject = {
    ...object,
    ...(status === undefined ? {} : { status: withoutNulls(status) }),
    spec: {
      group: "",
      scope: "",
      ...spec,
      names: objectOf(spec, "names") ?? {},
      versions: objectsOf(spec, "versions").map(toVersion),
      ...(conversion === undefined
        ? {}
        : { conversion: { strategy: "", ...(withoutNulls(conversion) as JsonObject) } }),
    },
  };
  return definition as Definition; // the code above sets the fields
}

function toVersion(version: JsonObject): JsonObject {
  const subresources = objectOf(version, "subresources");
  const scale = objectOf(subresources, "scale");
  const columns = objectsOf(version, "additionalPrinterColumns");
  return {
    name: "",
    served: false,
    storage: false,
    ...version,
    ...(version["schema"] === undefined ? {} : { schema: withoutNulls(version["schema"]) }),
    ...(scale === undefined
      ? {}
      : { subresources: { ...subresources, scale: { specReplicasPath: "", statusReplicasPath: "", ...scale } } }),
    ...(columns.length === 0
      ? {}
      : { additionalPrinterColumns: columns.map((column) => ({ name: "", type: "", jsonPath: "", ...column })) }),
    ...(version["selectableFields"] === undefined
      ? {}
      : { selectableFields: objectsOf(version, "selectableFields").map((field) => ({ jsonPath: "", ...field })) }),
  };
}

/** A null in a schema counts as unset, except in `default`, `enum`, and `example`. */
function withoutNulls(schema: Json): Json {
  // Most schemas are large, and have no null.
  return hasNulls(schema) ? copyWithoutNulls(schema) : schema;
}

function hasNulls(schema: Json): boolean {
  if (Array.isArray(schema)) return schema.some(hasNulls);
  if (!isJsonObject(schema)) return false;
  for (const name in schema) {
    const member = schema[name];
    if (member === null || member === undefined) return true;
    if (typeof member === "object" && !valueKeys.has(name) && hasNulls(member)) return true;
  }
  return false;
}

function copyWithoutNulls(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(copyWithoutNulls);
  if (!isJsonObject(schema)) return schema;
  const members = Object.entries(schema).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(
    members.map(([name, member]) => [name, valueKeys.has(name) ? member : copyWithoutNulls(member ?? null)]),
  );
}

const valueKeys: ReadonlySet<string> = new Set(["default", "enum", "example"]);
