/** Reads a kustomization file. Rejects unknown fields and unsupported fields, and reports all of them together. */
import { hasErrors } from "../core/diagnostic.js";
import { TsopError } from "../core/errors.js";
import { FieldReader, type Fields, type ReadAs, shape, type SourceFile } from "./field-reader.js";
import type { Kustomization, SortOptions } from "./kustomization.js";
import { isMissing, type Node } from "./node.js";
import { parseNodes } from "./parse-nodes.js";
import { readGenerator, readGeneratorOptions } from "./read-generators.js";
import { readImage, readLabelEntry, readPatch, readReplica } from "./read-entries.js";
import { readReplacementEntry } from "./read-replacements.js";
import { unsupportedFields } from "./unsupported-fields.js";

/** @throws TsopError with all errors */
export function readKustomization(source: SourceFile): Kustomization {
  const [document] = parseNodes(source.text, source.file, "1.1");
  const reader = new FieldReader(source);
  const wanted = shapeOf(reader);
  const fields = reader.fields(document, "", [...Object.keys(wanted), ...Object.keys(unsupportedFields)]);
  if (document?.kind === "map") checkContent(fields, reader);
  else if (document === undefined) reader.fault("", "the kustomization is empty", "Add `resources` to it.");
  const kustomization = toKustomization(reader.read(fields, "", wanted), reader);
  if (hasErrors(reader.diagnostics)) throw TsopError.fromDiagnostics(reader.diagnostics);
  return kustomization;
}

function checkContent(fields: Fields, reader: FieldReader): void {
  const isSet = (node: Node): boolean => !isMissing(node) && !(node.kind === "scalar" && node.value === "");
  if (![...fields].some(([name, node]) => name !== "apiVersion" && name !== "kind" && isSet(node))) {
    reader.fault("", "the kustomization is empty", "Add `resources` to it.");
  }
  for (const [name, { why, instead }] of Object.entries(unsupportedFields)) {
    const node = fields.get(name);
    if (node === undefined || !isSet(node) || (node.kind === "list" && node.items.length === 0)) continue;
    reader.fault(
      name,
      `tsop does not support \`${name}\`: ${why}`,
      `${instead} Or render with kustomize itself: --kustomize PATH.`,
      "render/unsupported",
    );
  }
}

function shapeOf(reader: FieldReader) {
  const raw = (node: Node | undefined): Node | undefined => node;
  const images = reader.listOf(readImage);
  return shape({
    ...{ apiVersion: "text", kind: "text", metadata: raw, resources: "texts", bases: "texts", components: "texts" },
    ...{ configurations: "texts", configMapGenerator: raw, secretGenerator: raw },
    generatorOptions: (node: Node | undefined, path: string) => readGeneratorOptions(node, path, reader),
    patchesStrategicMerge: "texts",
    patches: reader.listOf(readPatch),
    patchesJson6902: reader.listOf(readPatch),
    ...{ namespace: "text", namePrefix: "text", nameSuffix: "text" },
    labels: reader.listOf(readLabelEntry),
    ...{ commonLabels: "textMap", commonAnnotations: "textMap" },
    replicas: reader.listOf(readReplica),
    ...{ images, imageTags: images },
    replacements: reader.listOf(readReplacementEntry),
    sortOptions: reader.optional((node) => readSortOptions(node, reader)),
  });
}

type Content = ReadAs<ReturnType<typeof shapeOf>>;

function toKustomization(content: Content, reader: FieldReader): Kustomization {
  const { configMapGenerator, secretGenerator, generatorOptions } = content;
  const generators = [
    ...reader.list(configMapGenerator, "configMapGenerator", readGenerator("ConfigMap", generatorOptions, reader)),
    ...reader.list(secretGenerator, "secretGenerator", readGenerator("Secret", generatorOptions, reader)),
  ];
  return {
    ...content,
    isComponent: readIsComponent(content, reader),
    resources: [...content.resources, ...content.bases],
    generators,
    strategicPatches: content.patchesStrategicMerge,
    jsonPatches: content.patchesJson6902,
    images: [...content.images, ...content.imageTags],
  };
}

function readIsComponent({ kind: given, apiVersion }: Content, reader: FieldReader): boolean {
  const kind = given || "Kustomization";
  if (kind !== "Kustomization" && kind !== "Component") {
    reader.fault("kind", `${kind} is not a kind of kustomizations`, "Write Kustomization or Component.");
    return false;
  }
  const wanted = `kustomize.config.k8s.io/${kind === "Component" ? "v1alpha1" : "v1beta1"}`;
  if (apiVersion !== "" && apiVersion !== wanted) {
    reader.fault("apiVersion", `${apiVersion} is not the apiVersion of a ${kind}`, `Write ${wanted}.`);
  }
  return kind === "Component";
}

function readSortOptions(node: Node, reader: FieldReader): SortOptions | undefined {
  const { order, legacySortOptions: legacy } = reader.record(node, "sortOptions", {
    order: "text",
    legacySortOptions: reader.optional((given, path) =>
      reader.record(given, path, { orderFirst: "texts", orderLast: "texts" }),
    ),
  });
  if (order !== "fifo" && order !== "legacy") {
    reader.fault("sortOptions", `${JSON.stringify(order)} is not a sort order`, "Write fifo or legacy.");
    return undefined;
  }
  if (legacy !== undefined && order === "fifo") {
    reader.fault("sortOptions", "legacySortOptions requires the order legacy", "Write `order: legacy`.");
  }
  return { order, legacy: legacy && { first: legacy.orderFirst, last: legacy.orderLast } };
}
