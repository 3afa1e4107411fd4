/** Reads files of `configurations`, and joins what they say. Source: api/internal/plugins/builtinconfig. */
import { TsopError } from "../core/errors.js";
import { emptyConfig, type NameReference, type TransformerConfig } from "./default-config.js";
import { FieldReader, type SourceFile } from "./field-reader.js";
import { mergeFieldSpecs } from "./field-spec.js";
import type { Node } from "./node.js";
import { parseNodes } from "./parse-nodes.js";
import { readFieldSpecs } from "./read-entries.js";

type Lists = Exclude<keyof TransformerConfig, "nameReference">;

const lists: readonly Lists[] = [
  "namePrefix",
  "nameSuffix",
  "namespace",
  "commonLabels",
  "labels",
  "templateLabels",
  "commonAnnotations",
  "images",
  "replicas",
];

export function readConfig(source: SourceFile): TransformerConfig {
  const [document] = parseNodes(source.text, source.file, "1.1");
  const reader = new FieldReader(source);
  // What `varReference` lists has a meaning for `vars` alone, and these are refused.
  const fields = reader.fields(document, "", [...lists, "nameReference", "varReference"]);
  const specs = lists.map((name) => [name, readFieldSpecs(fields.get(name), name, reader)] as const);
  const nameReference = reader.list(fields.get("nameReference"), "nameReference", (item, path) =>
    readNameReference(item, path, reader),
  );
  if (reader.diagnostics.length > 0) throw TsopError.fromDiagnostics(reader.diagnostics);
  return { ...emptyConfig, ...Object.fromEntries(specs), nameReference };
}

function readNameReference(node: Node, path: string, reader: FieldReader): NameReference {
  const fields = reader.fields(node, path, ["group", "version", "kind", "fieldSpecs"]);
  const text = (name: string): string => reader.text(fields.get(name), `${path}.${name}`);
  return {
    group: text("group"),
    version: text("version"),
    kind: text("kind"),
    referrers: readFieldSpecs(fields.get("fieldSpecs"), `${path}.fieldSpecs`, reader),
  };
}

export function mergeConfigs(left: TransformerConfig, right: TransformerConfig): TransformerConfig {
  if (left === right) return left;
  if (left === emptyConfig) return right;
  const merged = lists.map((name) => [name, mergeFieldSpecs(left[name], right[name])] as const);
  return {
    ...left,
    ...Object.fromEntries(merged),
    nameReference: right.nameReference.reduce(addReference, left.nameReference),
  };
}

function addReference(references: readonly NameReference[], added: NameReference): readonly NameReference[] {
  const isSame = (other: NameReference): boolean =>
    (["group", "version", "kind"] as const).every((field) => (other[field] ?? "") === (added[field] ?? ""));
  if (!references.some(isSame)) return [...references, added];
  return references.map((each) =>
    isSame(each) ? { ...each, referrers: mergeFieldSpecs(each.referrers, added.referrers) } : each,
  );
}
