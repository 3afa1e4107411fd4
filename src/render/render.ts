/**
 * Renders a kustomization as kustomize does. What kustomize does and this does not is refused by name.
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
  /** The objects, one document after the other; empty when there are none. */
  readonly yaml: string;
  /** The same as values of JSON. */
  readonly objects: () => readonly Value[];
  /** The same, in which whole numbers are as exact as they were written. */
  readonly exactObjects: () => readonly ExactValue[];
  /** Each of them in both forms; the text holds whole numbers that the value cannot. */
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

/** An object as {@link render} would print it. */
export function printObject(object: Value): string {
  return printNodes([fromValue(object)]);
}

/** What is there for tools alone is not for the cluster. */
function isDeployed({ node }: Resource): boolean {
  const annotation = stringMapOf(node, "annotations").get("config.kubernetes.io/local-config");
  return annotation === undefined || annotation === "false";
}

/** Annotations that tools leave in objects while they work on them. Source: api/resource/resource.go, BuildAnnotations. */
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

/** Values of annotations are texts, and a map without any goes. */
function tidyAnnotations({ node }: Resource): void {
  if (fieldOf(fieldOf(node, "metadata"), "annotations") === undefined) return;
  const annotations = [...stringMapOf(node, "annotations")].filter(([name]) => !ofTools.has(name));
  setStringMap(node, "annotations", new Map(annotations));
}
