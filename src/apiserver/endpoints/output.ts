/**
 * Converts an object for the response: the object itself, its metadata, or a table.
 * Source: k8s.io/apiserver/pkg/endpoints/handlers/response.go.
 */
import type { JsonObject } from "../../core/json.js";
import type { ApiObject } from "../api-object.js";
import { invalid } from "../../core/field-error.js";
import type { OutputFormat } from "../http/media-type.js";
import type { ServedResource, TableView } from "../resource.js";
import { badRequestError } from "../status-error.js";
import { type ListResult, toListObject } from "./list.js";
import { textField } from "../http/query-fields.js";

export interface Output {
  readonly format: OutputFormat;
  readonly resource: ServedResource;
  readonly table: TableView;
  readonly includeObject: IncludeObject;
  readonly now: () => number;
}

type IncludeObject = "None" | "Metadata" | "Object";

/** @throws StatusError 400 for an `includeObject` that tables do not support */
export function readIncludeObject(query: URLSearchParams): IncludeObject {
  const text = textField(query, "includeObject");
  if (text === "" || text === "Metadata") return "Metadata";
  if (text === "None" || text === "Object") return text;
  const { message } = invalid("includeObject", text, "must be 'Metadata', 'Object', 'None', or empty");
  throw badRequestError(`Unable to convert to Table as requested: includeObject: ${message}`);
}

export function outputObject(output: Output, object: ApiObject): JsonObject {
  const { view, viewVersion } = output.format;
  if (view === "table") {
    const { resourceVersion = "" } = object.metadata;
    return tableOf(output, { objects: [object], isList: false }, { resourceVersion }, true);
  }
  return view === "metadata" ? metadataOf(object, viewVersion) : object;
}

export function outputList(output: Output, result: ListResult): JsonObject {
  const { view, viewVersion } = output.format;
  if (view === "table") {
    return tableOf(output, { objects: result.items, isList: true }, result.metadata, true);
  }
  if (view !== "metadata-list") return toListObject(output.resource, result);
  return {
    kind: "PartialObjectMetadataList",
    apiVersion: `meta.k8s.io/${viewVersion}`,
    metadata: result.metadata,
    items: result.items.map((each) => metadataOf(each, viewVersion)),
  };
}

/** Returns the object of a watch event: in a table, only the first event names the columns. */
export function outputEvent(output: Output, object: ApiObject, isFirst: boolean): JsonObject {
  const { view, viewVersion } = output.format;
  if (view === "table") {
    const { resourceVersion = "" } = object.metadata;
    return tableOf(output, { objects: [object], isList: false }, { resourceVersion }, isFirst);
  }
  return view === "metadata" || view === "metadata-list" ? metadataOf(object, viewVersion) : object;
}

export function metadataOf({ metadata = {} }: JsonObject, version: string): JsonObject {
  return { kind: "PartialObjectMetadata", apiVersion: `meta.k8s.io/${version}`, metadata };
}

function tableOf(
  { format, table, includeObject, now }: Output,
  { objects, isList }: { readonly objects: readonly ApiObject[]; readonly isList: boolean },
  metadata: JsonObject,
  withColumns: boolean,
): JsonObject {
  const time = now();
  const { compareRows } = table;
  const ordered = compareRows === undefined ? objects : objects.toSorted(compareRows);
  const rows = ordered.map((object) => ({
    cells: table.cells(object, time, isList ? objects : []),
    ...(includeObject === "None"
      ? { object: null }
      : { object: includeObject === "Object" ? object : metadataOf(object, format.viewVersion) }),
  }));
  return {
    kind: "Table",
    apiVersion: `meta.k8s.io/${format.viewVersion}`,
    metadata,
    columnDefinitions: withColumns ? table.columns.map((column) => ({ ...column })) : null,
    rows: rows.length === 0 && table.nullIfEmpty === true ? null : rows,
  };
}
