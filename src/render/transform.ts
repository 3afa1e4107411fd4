/** Transforms objects in kustomize's order. Source: api/internal/target/kusttarget_configplugin.go. */
import { applyReplacement } from "./apply-replacements.js";
import { applyOldJsonPatch, applyPatch, applyStrategicPatch } from "./apply-patches.js";
import type { TransformerConfig } from "./default-config.js";
import type { Kustomization } from "./kustomization.js";
import { readReplacementFile, type Replacement, type ReplacementEntry } from "./read-replacements.js";
import type { Resource } from "./resource.js";
import { setImages } from "./transform-images.js";
import { labelFields, setEntries } from "./transform-labels.js";
import { addAffix } from "./transform-names.js";
import { setNamespaces } from "./transform-namespace.js";
import { setReplicas } from "./transform-replicas.js";
import type { Folder } from "./folder.js";
import type { MergeSchema } from "./merge-schema.js";

export interface Step {
  readonly folder: Folder;
  readonly kustomization: Kustomization;
  /** The path for messages. */
  readonly file: string;
  readonly schema: MergeSchema;
}

export function transform(before: readonly Resource[], step: Step, config: TransformerConfig): readonly Resource[] {
  const { kustomization: k, folder, file, schema } = step;
  const context = { schema, kustomizationFile: file, readText: (path: string) => folder.readText(path, file) };
  let resources = k.strategicPatches.reduce((sum, patch) => applyStrategicPatch(sum, patch, context), before);
  resources = k.patches.reduce((sum, patch) => applyPatch(sum, patch, context), resources);
  if (k.namespace !== "") setNamespaces(resources, k.namespace, config.namespace);
  if (k.namePrefix !== "") addAffix(resources, "prefixes", k.namePrefix, config.namePrefix);
  if (k.nameSuffix !== "") addAffix(resources, "suffixes", k.nameSuffix, config.nameSuffix);
  for (const entry of k.labels) setEntries(resources, entry.pairs, labelFields(entry, config));
  setEntries(resources, k.commonLabels, config.commonLabels);
  setEntries(resources, k.commonAnnotations, config.commonAnnotations);
  resources = k.jsonPatches.reduce((sum, patch) => applyOldJsonPatch(sum, patch, context), resources);
  for (const entry of k.replicas) setReplicas(resources, entry, config.replicas);
  for (const entry of k.images) setImages(resources, entry, config.images);
  for (const entry of k.replacements) for (const each of load(entry, step)) applyReplacement(resources, each);
  return resources;
}

function load(entry: ReplacementEntry, { folder, file }: Step): readonly Replacement[] {
  return "path" in entry ? readReplacementFile(folder.readText(entry.path, file)) : [entry];
}
