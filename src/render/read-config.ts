/** Reads files of `configurations`, and merges them. Source: api/internal/plugins/builtinconfig. */
import { TsopError } from "../core/errors.js";
import { emptyConfig, type NameReference, type TransformerConfig, transformations } from "./default-config.js";
import { FieldReader, type SourceFile } from "./field-reader.js";
import { mergeFieldSpecs } from "./field-spec.js";
import type { Node } from "./node.js";
import { parseNodes } from "./parse-nodes.js";
import { readFieldSpec } from "./read-entries.js";

export function readConfig(source: SourceFile): TransformerConfig {
  const [document] = parseNodes(source.text, source.file, "1.1");
  const reader = new FieldReader(source);
  const specs = reader.listOf(readFieldSpec);
  const shape = {
    ...{ namePrefix: specs, nameSuffix: specs, namespace: specs, commonLabels: specs, labels: specs },
    ...{ templateLabels: specs, commonAnnotations: specs, images: specs, replicas: specs },
    nameReference: reader.listOf(readNameReference),
  };
  // `varReference` only affects `vars`, which tsop rejects.
  const config = reader.read(reader.fields(document, "", [...Object.keys(shape), "varReference"]), "", shape);
  if (reader.diagnostics.length > 0) throw TsopError.fromDiagnostics(reader.diagnostics);
  return config;
}

function readNameReference(node: Node, path: string, reader: FieldReader): NameReference {
  const { fieldSpecs: referrers, ...kind } = reader.record(node, path, {
    ...{ group: "text", version: "text", kind: "text" },
    fieldSpecs: reader.listOf(readFieldSpec),
  });
  return { ...kind, referrers };
}

export function mergeConfigs(left: TransformerConfig, right: TransformerConfig): TransformerConfig {
  if (left === right) return left;
  if (left === emptyConfig) return right;
  const merged = transformations.map((name) => [name, mergeFieldSpecs(left[name], right[name])] as const);
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
