import type { Diagnostic } from "../../src/core/diagnostic.js";
import type { ExactJsonValue } from "../../src/core/json.js";
import { printYamlDocuments } from "../../src/core/yaml.js";
import { buildCrds, type Crd } from "../../src/generate/crd.js";
import { Reporter } from "../../src/generate/reporter.js";
import type { BuiltInTypes } from "../../src/import/built-in-types.js";
import { importCrds } from "../../src/import/import-crd.js";
import { Patterns } from "../../src/schema/patterns.js";
import { readSources } from "../../src/source/load.js";
import { type FileMap, memoryHost } from "./manifest-cases.js";

export interface ImportedAgain {
  /** The types files. */
  readonly files: FileMap;
  /** The CRD that was imported and then generated; undefined if either step failed. */
  readonly crd: ExactJsonValue | undefined;
  /** The diagnostics of the import and of the generator, except those about sizes. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Imports a CRD and generates one from its types. */
export function importAgain(crd: unknown, builtIn?: BuiltInTypes): ImportedAgain {
  const imported = importCrds([crd], "crd.yaml", builtIn);
  const files = Object.fromEntries(
    imported.kinds.map(({ kind, version, types }) => [`api/${version}/${kind.toLowerCase()}_types.ts`, types]),
  );
  const generated = generateCrds(files);
  return {
    files,
    crd: generated.crds[0]?.manifest,
    diagnostics: [...imported.diagnostics, ...generated.diagnostics].filter(({ code }) => code !== "crd/too-large"),
  };
}

/** Generates the CRDs of a project with these files. */
export function generateCrds(files: FileMap): {
  readonly crds: readonly Crd[];
  readonly diagnostics: readonly Diagnostic[];
} {
  const { model, diagnostics } = readSources({ root: "/nowhere", host: memoryHost(files) });
  const reporter = new Reporter();
  const crds = buildCrds({ reporter, patterns: new Patterns(), settings: {}, converted: new Set() }, model.kinds);
  return { crds, diagnostics: [...diagnostics, ...reporter.diagnostics] };
}

/** Prints the CRD as it would be applied. */
export function printCrd({ crd }: ImportedAgain): string {
  return printYamlDocuments(crd === undefined ? [] : [crd]);
}
