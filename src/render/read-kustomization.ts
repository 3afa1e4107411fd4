/** Reads a kustomization file; refuses what is unknown, and what is known and not done here, all at once. */
import { hasErrors } from "../core/diagnostic.js";
import { TsopError } from "../core/errors.js";
import { FieldReader, type Fields, type SourceFile } from "./field-reader.js";
import type { Kustomization, SortOptions } from "./kustomization.js";
import { isMissing, type Node } from "./node.js";
import { parseNodes } from "./parse-nodes.js";
import { readGenerators } from "./read-generators.js";
import { readImage, readLabelEntry, readPatch, readReplica } from "./read-entries.js";
import { readReplacementEntry } from "./read-replacements.js";
import { unsupportedFields } from "./unsupported-fields.js";

const supported = [
  "apiVersion",
  "kind",
  "metadata",
  "resources",
  "bases",
  "components",
  "configurations",
  "configMapGenerator",
  "secretGenerator",
  "generatorOptions",
  "patchesStrategicMerge",
  "patches",
  "patchesJson6902",
  "namespace",
  "namePrefix",
  "nameSuffix",
  "labels",
  "commonLabels",
  "commonAnnotations",
  "replicas",
  "images",
  "imageTags",
  "replacements",
  "sortOptions",
];

/** @throws TsopError with all that is wrong */
export function readKustomization(source: SourceFile): Kustomization {
  const [document] = parseNodes(source.text, source.file, "1.1");
  const reader = new FieldReader(source);
  const fields = reader.fields(document, "", [...supported, ...Object.keys(unsupportedFields)]);
  if (document?.kind === "map") checkContent(fields, reader);
  else if (document === undefined) reader.fault("", "the kustomization is empty", "List `resources` in it.");
  const kustomization = readFields(fields, reader);
  if (hasErrors(reader.diagnostics)) throw TsopError.fromDiagnostics(reader.diagnostics);
  return kustomization;
}

function checkContent(fields: Fields, reader: FieldReader): void {
  const isSet = (node: Node): boolean => !isMissing(node) && !(node.kind === "scalar" && node.value === "");
  if (![...fields].some(([name, node]) => name !== "apiVersion" && name !== "kind" && isSet(node))) {
    reader.fault("", "the kustomization is empty", "List `resources` in it.");
  }
  for (const [name, { why, instead }] of Object.entries(unsupportedFields)) {
    const node = fields.get(name);
    if (node === undefined || !isSet(node) || (node.kind === "list" && node.items.length === 0)) continue;
    reader.fault(
      name,
      `tsop does not do \`${name}\`: ${why}`,
      `${instead} Or let kustomize itself render: --kustomize PATH.`,
      "render/unsupported",
    );
  }
}

function readFields(fields: Fields, reader: FieldReader): Kustomization {
  const get = (name: string): Node | undefined => fields.get(name);
  const texts = (name: string): string[] => reader.texts(get(name), name);
  return {
    isComponent: readIsComponent(fields, reader),
    resources: [...texts("resources"), ...texts("bases")],
    components: texts("components"),
    configurations: texts("configurations"),
    generators: readGenerators(fields, reader),
    strategicPatches: texts("patchesStrategicMerge"),
    patches: reader.list(get("patches"), "patches", (item, path) => readPatch(item, path, reader)),
    jsonPatches: reader.list(get("patchesJson6902"), "patchesJson6902", (item, path) => readPatch(item, path, reader)),
    namespace: reader.text(get("namespace"), "namespace"),
    namePrefix: reader.text(get("namePrefix"), "namePrefix"),
    nameSuffix: reader.text(get("nameSuffix"), "nameSuffix"),
    labels: reader.list(get("labels"), "labels", (item, path) => readLabelEntry(item, path, reader)),
    commonLabels: reader.textMap(get("commonLabels"), "commonLabels"),
    commonAnnotations: reader.textMap(get("commonAnnotations"), "commonAnnotations"),
    replicas: reader.list(get("replicas"), "replicas", (item, path) => readReplica(item, path, reader)),
    images: ["images", "imageTags"].flatMap((name) =>
      reader.list(get(name), name, (item, path) => readImage(item, path, reader)),
    ),
    replacements: reader.list(get("replacements"), "replacements", (item, path) =>
      readReplacementEntry(item, path, reader),
    ),
    sortOptions: readSortOptions(get("sortOptions"), reader),
  };
}

function readIsComponent(fields: Fields, reader: FieldReader): boolean {
  const kind = reader.text(fields.get("kind"), "kind") || "Kustomization";
  const apiVersion = reader.text(fields.get("apiVersion"), "apiVersion");
  if (kind !== "Kustomization" && kind !== "Component") {
    reader.fault("kind", `${kind} is not the kind of a kustomization`, "Write Kustomization or Component.");
    return false;
  }
  const wanted = `kustomize.config.k8s.io/${kind === "Component" ? "v1alpha1" : "v1beta1"}`;
  if (apiVersion !== "" && apiVersion !== wanted) {
    reader.fault("apiVersion", `${apiVersion} is not the apiVersion of a ${kind}`, `Write ${wanted}.`);
  }
  return kind === "Component";
}

function readSortOptions(node: Node | undefined, reader: FieldReader): SortOptions | undefined {
  if (node === undefined || isMissing(node)) return undefined;
  const fields = reader.fields(node, "sortOptions", ["order", "legacySortOptions"]);
  const order = reader.text(fields.get("order"), "sortOptions.order");
  if (order !== "fifo" && order !== "legacy") {
    reader.fault("sortOptions", `${JSON.stringify(order)} is not an order of objects`, "Write fifo or legacy.");
    return undefined;
  }
  const legacy = fields.get("legacySortOptions");
  if (legacy === undefined || isMissing(legacy)) return { order, legacy: undefined };
  if (order === "fifo") {
    reader.fault("sortOptions", "legacySortOptions needs the order legacy", "Write `order: legacy`.");
  }
  const kinds = reader.fields(legacy, "sortOptions.legacySortOptions", ["orderFirst", "orderLast"]);
  const read = (name: string): string[] => reader.texts(kinds.get(name), `sortOptions.legacySortOptions.${name}`);
  return { order, legacy: { first: read("orderFirst"), last: read("orderLast") } };
}
