/**
 * The rules for names, columns, subresources, selectable fields, and deprecation warnings of a CRD.
 * Source: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go.
 */
import { atKey, child, duplicate, type FieldError, invalid, required, tooMany } from "../../../core/field-error.js";
import { checkDns1035Label } from "../../kinds/validation/names.js";
import type { DefinitionNames, DefinitionSubresources, DefinitionVersion, PrinterColumn } from "../definition.js";
import type { JsonSchema } from "../json-schema.js";
import type { SharedParts } from "./internal-spec.js";
import { findField } from "./schema-field-path.js";

export function checkNames(names: DefinitionNames, path: string): FieldError[] {
  const { plural = "", singular = "", kind = "", listKind = "", shortNames = [], categories = [] } = names;
  const mixed = "may have mixed case, but should otherwise match: ";
  return [
    ...Object.entries({ plural, singular }).flatMap(([field, name]) =>
      name === "" ? [] : checkLabel(name, child(path, field)),
    ),
    ...Object.entries({ kind, listKind }).flatMap(([field, name]) =>
      name === "" ? [] : checkLabel(name, child(path, field), mixed),
    ),
    ...shortNames.flatMap((name, index) => checkLabel(name, atKey(child(path, "shortNames"), index))),
    ...(kind !== "" && kind === listKind
      ? [invalid(child(path, "listKind"), listKind, "kind and listKind may not be the same")]
      : []),
    ...categories.flatMap((name, index) => checkLabel(name, atKey(child(path, "categories"), index))),
  ];
}

function checkLabel(name: string, path: string, before = ""): FieldError[] {
  const wrong = checkDns1035Label(before === "" ? name : name.toLowerCase());
  return wrong.length === 0 ? [] : [invalid(path, name, `${before}${wrong.join(",")}`)];
}

const columnTypes = ["boolean", "date", "integer", "number", "string"];
const columnFormats = ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];

export function checkColumns(columns: readonly PrinterColumn[] = [], path: string): FieldError[] {
  return columns.flatMap(({ name, type, format = "", jsonPath }, index) => {
    const at = atKey(path, index);
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

const scalePaths = [
  { name: "specReplicasPath", roots: [".spec"], isRequired: true },
  { name: "statusReplicasPath", roots: [".status"], isRequired: true },
  { name: "labelSelectorPath", roots: [".spec", ".status"], isRequired: false },
] as const;

export function checkSubresources({ scale }: DefinitionSubresources = {}, path: string): FieldError[] {
  if (scale === undefined) return [];
  return scalePaths.flatMap(({ name, roots, isRequired }) => {
    const [text = "", at] = [scale[name], child(path, `scale.${name}`)];
    if (text === "") return isRequired ? [required(at)] : [];
    const wrong = checkSimplePath(text, at);
    if (wrong.length > 0 || roots.some((root) => text.startsWith(`${root}.`))) return wrong;
    const where = roots.length === 1 ? roots[0] : `either ${roots.join(" or ")}`;
    return [invalid(at, text, `should be a json path under ${where}`)];
  });
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
    const at = child(atKey(path, index), "jsonPath");
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

export function checkDeprecation({ deprecated, deprecationWarning }: DefinitionVersion, path: string): FieldError[] {
  if (deprecationWarning === undefined) return [];
  const fault = (why: string): FieldError => invalid(path, deprecationWarning, why);
  if (deprecated !== true) return [fault("can only be set for deprecated versions")];
  const faults: FieldError[] = [];
  if (Buffer.byteLength(deprecationWarning) > 256) faults.push(fault("must be <= 256 characters long"));
  if (deprecationWarning === "") faults.push(fault("must not be an empty string"));
  const at = deprecationWarning.search(/[^\P{C}]|(?! )\p{Z}/u);
  if (at !== -1) {
    const index = Buffer.byteLength(deprecationWarning.slice(0, at));
    const why = `must only contain printable UTF-8 characters; non-printable character found at index ${index}`;
    faults.push(fault(why));
  }
  return faults;
}
