/**
 * Processes a kustomization and its bases. Source: api/internal/target/kusttarget.go.
 */
import { TsopError } from "../core/errors.js";
import { addGenerated } from "./merge-generated.js";
import { defaultConfig, emptyConfig, type TransformerConfig } from "./default-config.js";
import type { Folder } from "./folder.js";
import { generateObject } from "./generate-objects.js";
import type { MergeSchema } from "./merge-schema.js";
import { mergeConfigs, readConfig } from "./read-config.js";
import { readKustomization } from "./read-kustomization.js";
import { readObjects } from "./read-objects.js";
import { addResources } from "./resource-list.js";
import type { Resource } from "./resource.js";
import { transform, type Step } from "./transform.js";

/** The objects that are being transformed, and the fields that transformations change in them. */
export interface Accumulated {
  readonly resources: readonly Resource[];
  readonly config: TransformerConfig;
}

export function openStep(folder: Folder, schema: MergeSchema): Step {
  const location = folder.kustomizationFile();
  const { file, text } = folder.readText(location, folder.show(location));
  return { folder, kustomization: readKustomization({ file, text }), file, schema };
}

const nothing: Accumulated = { resources: [], config: emptyConfig };

/** Returns the objects of a kustomization. A component continues with the objects so far. */
export function accumulate(step: Step, before: Accumulated = nothing): Accumulated {
  const { kustomization } = step;
  let state = kustomization.resources.reduce((sum, entry) => addEntry(sum, entry, step), before);
  state = { ...state, config: mergeConfigs(state.config, configOf(step)) };
  state = { ...state, resources: generate(state.resources, step) };
  state = kustomization.components.reduce((sum, entry) => addComponent(sum, entry, step), state);
  return { ...state, resources: transform(state.resources, step, state.config) };
}

function addEntry(state: Accumulated, entry: string, { folder, file, schema }: Step): Accumulated {
  const found = folder.entry(entry, file);
  if ("file" in found) {
    const { text, file: name } = folder.readText(found.file, file);
    return { ...state, resources: addResources(state.resources, readObjects(text, name)) };
  }
  const step = openStep(found.folder, schema);
  if (step.kustomization.isComponent) {
    throw new TsopError("render/invalid", `${entry} is a component`, {
      at: { file },
      hint: "List it under `components`, not under `resources`.",
    });
  }
  const inner = accumulate(step);
  return {
    resources: addResources(state.resources, inner.resources),
    config: mergeConfigs(state.config, inner.config),
  };
}

function addComponent(state: Accumulated, entry: string, { folder, file, schema }: Step): Accumulated {
  const found = folder.entry(entry, file);
  if ("file" in found) {
    throw new TsopError("render/invalid", `${entry} is a file, but components are folders`, {
      at: { file },
      hint: "Name the folder of the component.",
    });
  }
  const step = openStep(found.folder, schema);
  if (!step.kustomization.isComponent) {
    throw new TsopError("render/invalid", `${entry} is not a component`, {
      at: { file },
      hint: "List it under `resources`, or set `kind: Component` in its kustomization.",
    });
  }
  return accumulate(step, state);
}

function configOf({ kustomization, folder, file }: Step): TransformerConfig {
  const configs = kustomization.configurations.map((entry) => readConfig(folder.readText(entry, file)));
  return configs.reduce(mergeConfigs, defaultConfig);
}

function generate(resources: readonly Resource[], { kustomization, folder, file }: Step): readonly Resource[] {
  return kustomization.generators.reduce(
    (sum, entry) =>
      addGenerated(
        sum,
        generateObject(entry, (given) => folder.read(given, file)),
        entry.behavior,
      ),
    resources,
  );
}
