/** Reads `replacements` from a kustomization or from a file that it names. */
import { TsopError } from "../core/errors.js";
import { FieldReader, type SourceFile } from "./field-reader.js";
import { isMissing, type Node } from "./node.js";
import { parseNodes } from "./parse-nodes.js";
import { idFields, readSelector } from "./read-entries.js";

/** A file of replacements, or a single replacement. */
export type ReplacementEntry = ReturnType<typeof readReplacementEntry>;
export type Replacement = ReturnType<typeof readReplacement>;
export type ReplacementSource = ReturnType<typeof readSource>;
export type ReplacementTarget = ReturnType<typeof readTarget>;
export type FieldOptions = NonNullable<ReplacementTarget["options"]>;

/** Reads a file with one replacement, or with a list of them. */
export function readReplacementFile(source: SourceFile): Replacement[] {
  const [document] = parseNodes(source.text, source.file, "1.1");
  const reader = new FieldReader(source);
  const items = document?.kind === "list" ? document.items : document === undefined ? [] : [document];
  const replacements = items.map((item, index) => readReplacement(item, `[${index}]`, reader));
  if (reader.diagnostics.length > 0) throw TsopError.fromDiagnostics(reader.diagnostics);
  return replacements;
}

export function readReplacementEntry(node: Node, path: string, reader: FieldReader) {
  const file = reader.fields(node, path, ["path", "source", "sourceValue", "targets"]).get("path");
  if (file === undefined || isMissing(file)) return readReplacement(node, path, reader);
  if (node.fields.size > 1) {
    reader.fault(path, `${path} names a file, but has other fields too`, "Move the other fields into the file.");
  }
  return { path: reader.text(file, `${path}.path`) };
}

function readReplacement(node: Node, path: string, reader: FieldReader) {
  const { source, sourceValue, targets } = reader.record(node, path, {
    source: reader.optional((source, place) => readSource(source, place, reader)),
    // The value itself, instead of a source.
    sourceValue: reader.optional((value, place) => reader.text(value, place)),
    targets: reader.optional(reader.listOf(readTarget)),
    path: () => undefined,
  });
  if (source === undefined && sourceValue === undefined) {
    reader.fault(path, `${path} has no source`, "Name the object and the field under `source`.");
  }
  if (source !== undefined && sourceValue !== undefined) {
    reader.fault(path, `${path} has both source and sourceValue`, "Keep one of the two.");
  }
  if (targets === undefined)
    reader.fault(path, `${path} has no targets`, "List the fields to replace under `targets`.");
  return { source, sourceValue, targets };
}

function readSource(node: Node, path: string, reader: FieldReader) {
  const source = reader.record(node, path, { ...idFields, fieldPath: "text", options: optionsOf(reader) });
  return { ...source, fieldPath: source.fieldPath || "metadata.name" };
}

function readTarget(node: Node, path: string, reader: FieldReader) {
  const target = reader.record(node, path, {
    select: reader.optional((select, place) => readSelector(select, place, reader)),
    reject: reader.listOf(readSelector),
    fieldPaths: "texts",
    options: optionsOf(reader),
  });
  if (target.select === undefined) {
    reader.fault(path, `${path} has no select`, "Select the objects under `select`.");
  }
  return { ...target, fieldPaths: target.fieldPaths.length === 0 ? ["metadata.name"] : target.fieldPaths };
}

function optionsOf(reader: FieldReader) {
  return reader.optional((given, path) => {
    const { encoding, index, ...options } = reader.record(given, path, {
      ...{ delimiter: "text", index: "whole", create: "boolean", encoding: "text" },
    });
    if (encoding !== "") {
      const message = "tsop does not support `encoding`: kustomize accepts the field, but ignores it";
      reader.fault(path, message, "Remove it.", "render/unsupported");
    }
    return { ...options, index: Number(index) };
  });
}
