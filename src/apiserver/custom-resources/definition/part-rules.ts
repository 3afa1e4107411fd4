/**
 * Names, columns, subresources and selectable fields of a CRD.
 * Source: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go.
 */
import { duplicate, invalid, required, tooMany, type FieldError } from "../../../core/field-error.js";
import { checkDns1035Label } from "../../kinds/validation/names.js";
import type { DefinitionNames, DefinitionSubresources, PrinterColumn } from "../definition.js";
import { atIndex, child } from "../field-path.js";
import type { JsonSchema } from "../json-schema.js";
import type { SharedParts } from "./internal-spec.js";
import { findField } from "./schema-field-path.js";

export function checkNames(names: DefinitionNames, path: string): FieldError[] {
  const { plural = "", singular = "", kind = "", listKind = "", shortNames = [], categories = [] } = names;
  const mixed = "may have mixed case, but should otherwise match: ";
  return [
    ...checkLabel(plural, child(path, "plural")),
    ...checkLabel(singular, child(path, "singular")),
    ...checkLabel(kind, child(path, "kind"), mixed),
    ...checkLabel(listKind, child(path, "listKind"), mixed),
    ...shortNames.flatMap((name, index) => checkAnyLabel(name, atIndex(child(path, "shortNames"), index))),
    ...(kind !== "" && kind === listKind
      ? [invalid(child(path, "listKind"), listKind, "kind and listKind may not be the same")]
      : []),
    ...categories.flatMap((name, index) => checkAnyLabel(name, atIndex(child(path, "categories"), index))),
  ];
}

function checkLabel(name: string, path: string, before = ""): FieldError[] {
  if (name === "") return [];
  const wrong = checkDns1035Label(before === "" ? name : name.toLowerCase());
  return wrong.length === 0 ? [] : [invalid(path, name, `${before}${wrong.join(",")}`)];
}

function checkAnyLabel(name: string, path: string): FieldError[] {
  const wrong = checkDns1035Label(name);
  return wrong.length === 0 ? [] : [invalid(path, name, wrong.join(","))];
}

const columnTypes = ["boolean", "date", "integer", "number", "string"];
const columnFormats = ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];

export function checkColumns(columns: readonly PrinterColumn[] = [], path: string): FieldError[] {
  return columns.flatMap(({ name, type, format = "", jsonPath }, index) => {
    const at = atIndex(path, index);
    const oneOf = `must be one of ${columnTypes.join(",")}`;
    return [
      ...(name === "" ? [required(child(at, "name"))] : []),
      ...(type === "" ? [required(child(at, "type"), oneOf)] : []),
      ...(type === "" || columnTypes.includes(type) ? [] : [invalid(child(at, "type"), type, oneOf)]),
      ...(format === "" || columnFormats.includes(format)
        ? []
        : [invalid(child(at, "format"), format, `must be one of ${columnFormats.join(",")}`)]),
      ...(jsonPath === "" ? [required(child(at, "JSONPath"))] : checkSimplePath(jsonPath, child(at, "JSONPath"))),
    ];
  });
}

function checkSimplePath(text: string, path: string): FieldError[] {
  return text.startsWith(".") ? [] : [invalid(path, text, "must be a simple json path starting with .")];
}

export function checkSubresources({ scale }: DefinitionSubresources = {}, path: string): FieldError[] {
  if (scale === undefined) return [];
  const { specReplicasPath, statusReplicasPath, labelSelectorPath = "" } = scale;
  const check = (name: string, text: string, roots: readonly string[], where: string): FieldError[] => {
    const at = child(path, `scale.${name}`);
    const wrong = checkSimplePath(text, at);
    if (wrong.length > 0) return wrong;
    return roots.some((root) => text.startsWith(root))
      ? []
      : [invalid(at, text, `should be a json path under ${where}`)];
  };
  return [
    ...(specReplicasPath === ""
      ? [required(child(path, "scale.specReplicasPath"))]
      : check("specReplicasPath", specReplicasPath, [".spec."], ".spec")),
    ...(statusReplicasPath === ""
      ? [required(child(path, "scale.statusReplicasPath"))]
      : check("statusReplicasPath", statusReplicasPath, [".status."], ".status")),
    ...(labelSelectorPath === ""
      ? []
      : check("labelSelectorPath", labelSelectorPath, [".spec.", ".status."], "either .spec or .status")),
  ];
}

const mostSelectableFields = 8;

export function checkSelectableFields(
  fields: SharedParts["selectableFields"],
  schema: JsonSchema,
  path: string,
): FieldError[] {
  const faults: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, { jsonPath }] of (fields ?? []).entries()) {
    const at = child(atIndex(path, index), "jsonPath");
    if (jsonPath === "") {
      faults.push(required(at));
      continue;
    }
    const found = findField(jsonPath, schema, { allowsBrackets: false });
    if ("fault" in found) {
      faults.push(invalid(at, jsonPath, `is an invalid path: ${found.fault}`));
      continue;
    }
    if (found.root === "metadata") faults.push(invalid(at, jsonPath, "must not point to fields in metadata"));
    if (!["string", "boolean", "integer"].includes(found.schema.type ?? "")) {
      const why =
        "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.";
      faults.push(invalid(at, jsonPath, why));
    }
    if (seen.has(found.path)) faults.push(duplicate(at, jsonPath));
    seen.add(found.path);
  }
  if (seen.size > mostSelectableFields) faults.push(tooMany(path, seen.size, mostSelectableFields));
  return faults;
}
