/**
 * The columns that `kubectl get` shows for a custom resource.
 * Source: k8s.io/apiextensions-apiserver/pkg/registry/customresource/tableconvertor/tableconvertor.go.
 */
import type { Json } from "../../core/json.js";
import type { ApiObject } from "../api-object.js";
import { printGo, toGoJson } from "../../core/go-value.js";
import type { TableColumn, TableView } from "../resource.js";
import { showAge } from "../tables/human-duration.js";
import { ageDescription, nameColumn } from "../tables/metadata-columns.js";
import type { PrinterColumn } from "./definition.js";
import { findAll } from "./json-path/find.js";
import { parsePath, type PathNodes } from "./json-path/parse.js";

const ageColumn: PrinterColumn = {
  name: "Age",
  type: "date",
  description: ageDescription,
  jsonPath: ".metadata.creationTimestamp",
};

export function tableOf(given: readonly PrinterColumn[] = []): TableView {
  const columns = readable(given.length === 0 ? [ageColumn] : given);
  return {
    columns: [nameColumn, ...columns.map(({ column }) => toTableColumn(column))],
    cells: (object, now) => [object.metadata.name ?? "", ...columns.map((each) => cellOf(each, object, now))],
  };
}

interface ReadableColumn {
  readonly column: PrinterColumn;
  readonly path: PathNodes;
}

/** Returns the columns before the first invalid path, at which the API server stops. */
function readable(columns: readonly PrinterColumn[]): readonly ReadableColumn[] {
  const result: ReadableColumn[] = [];
  for (const column of columns) {
    const path = parsePath(column.jsonPath);
    if (path === undefined) break;
    result.push({ column, path });
  }
  return result;
}

function toTableColumn({
  name,
  type,
  format = "",
  description = "",
  priority = 0,
  jsonPath,
}: PrinterColumn): TableColumn {
  const said = description === "" ? `Custom resource definition column (in JSONPath format): ${jsonPath}` : description;
  return { name, type, format, description: said, priority };
}

function cellOf({ column, path }: ReadableColumn, object: ApiObject, now: number): Json {
  const value = findAll(path, object)?.[0];
  if (value === undefined) return null;
  switch (column.type) {
    case "string":
      return textOf(value);
    case "integer":
      return typeof value === "number" ? Math.trunc(value) : null;
    case "number":
      return typeof value === "number" ? value : null;
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "date":
      return typeof value === "string" ? showAge(value, now) : null;
    default:
      return null;
  }
}

function textOf(value: Json): Json {
  if (value === null) return null;
  return typeof value === "object" ? toGoJson(value) : printGo(value);
}
