/** Reads `replacements`, of a kustomization or of a file that it names. */
import { TsopError } from "../core/errors.js";
import { FieldReader, type SourceFile } from "./field-reader.js";
import type {
  FieldOptions,
  Replacement,
  ReplacementEntry,
  ReplacementSource,
  ReplacementTarget,
} from "./kustomization.js";
import { isMissing, type Node } from "./node.js";
import { parseNodes } from "./parse-nodes.js";
import { readId, readSelector } from "./read-entries.js";

/** A file holds one replacement, or a list of them. */
export function readReplacementFile(source: SourceFile): Replacement[] {
  const [document] = parseNodes(source.text, source.file, "1.1");
  const reader = new FieldReader(source);
  const items = document?.kind === "list" ? document.items : document === undefined ? [] : [document];
  const replacements = items.map((item, index) => readReplacement(item, `[${index}]`, reader));
  if (reader.diagnostics.length > 0) throw TsopError.fromDiagnostics(reader.diagnostics);
  return replacements;
}

export function readReplacementEntry(node: Node, path: string, reader: FieldReader): ReplacementEntry {
  const file = reader.fields(node, path, ["path", "source", "sourceValue", "targets"]).get("path");
  if (file === undefined || isMissing(file)) return readReplacement(node, path, reader);
  if (node.fields.size > 1) {
    reader.fault(path, `${path} names a file and says more`, "Write the rest into the file.");
  }
  return { path: reader.text(file, `${path}.path`) };
}

function readReplacement(node: Node, path: string, reader: FieldReader): Replacement {
  const fields = reader.fields(node, path, ["source", "sourceValue", "targets", "path"]);
  const [source, value, targets] = [fields.get("source"), fields.get("sourceValue"), fields.get("targets")];
  const replacement: Replacement = {
    source: isMissing(source) ? undefined : readSource(source, `${path}.source`, reader),
    sourceValue: isMissing(value) ? undefined : reader.text(value, `${path}.sourceValue`),
    targets: isMissing(targets)
      ? undefined
      : reader.list(targets, `${path}.targets`, (item, place) => readTarget(item, place, reader)),
  };
  const { source: from, sourceValue } = replacement;
  if (from === undefined && sourceValue === undefined) {
    reader.fault(path, `${path} has no source`, "Name the object and the field under `source`.");
  }
  if (from !== undefined && sourceValue !== undefined) {
    reader.fault(path, `${path} has both source and sourceValue`, "Keep one of the two.");
  }
  if (replacement.targets === undefined) {
    reader.fault(path, `${path} has no targets`, "List under `targets` what is replaced.");
  }
  return replacement;
}

function readSource(node: Node, path: string, reader: FieldReader): ReplacementSource {
  const known = ["group", "version", "kind", "name", "namespace", "fieldPath", "options"];
  const fields = reader.fields(node, path, known);
  return {
    ...readId(fields, path, reader),
    fieldPath: reader.text(fields.get("fieldPath"), `${path}.fieldPath`) || "metadata.name",
    options: readOptions(fields.get("options"), `${path}.options`, reader),
  };
}

function readTarget(node: Node, path: string, reader: FieldReader): ReplacementTarget {
  const fields = reader.fields(node, path, ["select", "reject", "fieldPaths", "options"]);
  const select = fields.get("select");
  if (isMissing(select)) reader.fault(path, `${path} has no select`, "Say under `select` which objects are meant.");
  const paths = reader.texts(fields.get("fieldPaths"), `${path}.fieldPaths`);
  return {
    select: isMissing(select) ? undefined : readSelector(select, `${path}.select`, reader),
    reject: reader.list(fields.get("reject"), `${path}.reject`, (item, place) => readSelector(item, place, reader)),
    fieldPaths: paths.length === 0 ? ["metadata.name"] : paths,
    options: readOptions(fields.get("options"), `${path}.options`, reader),
  };
}

function readOptions(node: Node | undefined, path: string, reader: FieldReader): FieldOptions | undefined {
  if (node === undefined || isMissing(node)) return undefined;
  const fields = reader.fields(node, path, ["delimiter", "index", "create", "encoding"]);
  const encoding = reader.text(fields.get("encoding"), `${path}.encoding`);
  if (encoding !== "") {
    reader.fault(
      path,
      `tsop does not do \`encoding\`: kustomize knows the field and does nothing with it`,
      "Leave it out.",
      "render/unsupported",
    );
  }
  return {
    delimiter: reader.text(fields.get("delimiter"), `${path}.delimiter`),
    index: Number(reader.whole(fields.get("index"), `${path}.index`)),
    create: reader.boolean(fields.get("create"), `${path}.create`),
  };
}
