/**
 * Renders a kustomization like kustomize. Rejects each unsupported feature of kustomize by name.
 * Source: api/krusty/kustomizer.go.
 */
import { TsopError } from "../core/errors.js";
import { accumulate, openStep } from "./accumulate.js";
import { fixReferences } from "./fix-references.js";
import { type Files, Folder } from "./folder.js";
import { addHashes } from "./hash-names.js";
import { MergeSchema } from "./merge-schema.js";
import { fieldOf } from "./node.js";
import { printNodes } from "./print-node.js";
import { type Resource, setStringMap, stringMapOf } from "./resource.js";
import { sortResources } from "./sort-objects.js";
import { type ExactValue, fromValue, toExactValue, toValue, type Value } from "./value.js";

export interface Rendered {
  /** The objects as YAML documents; empty if there are none. */
  readonly yaml: string;
  /** The objects as JSON values. */
  readonly objects: () => readonly Value[];
  /** The objects with whole numbers as exact as in the source. */
  readonly exactObjects: () => readonly ExactValue[];
  /** Each object in both forms. The text contains whole numbers that the value cannot represent. */
  readonly documents: () => readonly RenderedDocument[];
}

export interface RenderedDocument {
  readonly object: Value;
  readonly yaml: string;
}

/** @throws TsopError `render/…`, `yaml/invalid` */
export function render(location: string, files: Files, base: string): Rendered {
  const found = files.resolve(location);
  if (found?.isFolder !== true) {
    throw new TsopError("render/no-kustomization", `${location} is not a folder`, {
      hint: "Name a folder with a kustomization.yaml, such as config/default.",
    });
  }
  const step = openStep(new Folder(files, found.path, base), new MergeSchema());
  const { resources, config } = accumulate(step);
  addHashes(resources);
  fixReferences(resources, config.nameReference);
  const sorted = sortResources(resources.filter(isDeployed), step.kustomization.sortOptions);
  sorted.forEach(tidyAnnotations);
  const nodes = sorted.map(({ node }) => node);
  return {
    get yaml() {
      return printNodes(nodes);
    },
    objects: () => nodes.map(toValue),
    exactObjects: () => nodes.map(toExactValue),
    documents: () => nodes.map((node) => ({ object: toValue(node), yaml: printNodes([node]) })),
  };
}

/** Prints an object as {@link render} would. */
export function printObject(object: Value): string {
  return printNodes([fromValue(object)]);
}

/** Returns whether an object is for the cluster, and not only for local tools. */
function isDeployed({ node }: Resource): boolean {
  const annotation = stringMapOf(node, "annotations").get("config.kubernetes.io/local-config");
  return annotation === undefined || annotation === "false";
}

/** Annotations that tools add to objects during processing. Source: api/resource/resource.go, BuildAnnotations. */
const ofTools = new Set([
  "config.kubernetes.io/path",
  "config.kubernetes.io/index",
  "config.kubernetes.io/id",
  "config.kubernetes.io/origin",
  "config.k8s.io/id",
  "alpha.config.kubernetes.io/transformations",
  ...[
    "previousKinds",
    "previousNames",
    "prefixes",
    "suffixes",
    "previousNamespaces",
    "allowNameChange",
    "allowKindChange",
    "refBy",
    "generatorBehavior",
    "needsHashSuffix",
    "path",
    "index",
    "seqindent",
    "id",
    "annotations-migration-resource-id",
    "helm-generated",
  ].map((name) => `internal.config.kubernetes.io/${name}`),
]);

/** Removes the annotations of tools, converts the values to texts, and removes an empty map. */
function tidyAnnotations({ node }: Resource): void {
  if (fieldOf(fieldOf(node, "metadata"), "annotations") === undefined) return;
  const annotations = [...stringMapOf(node, "annotations")].filter(([name]) => !ofTools.has(name));
  setStringMap(node, "annotations", new Map(annotations));
}
