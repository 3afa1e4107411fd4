import { parseAllYaml } from "../../src/core/yaml.js";
import { type Diagnostic } from "../../src/core/diagnostic.js";
import { importCrds } from "../../src/import/import-crd.js";
import { type FileMap, runManifests } from "./manifest-cases.js";

export interface ImportedAgain {
  /** The types files. */
  readonly files: FileMap;
  /** What was imported, and then generated; undefined where one of the two was refused. */
  readonly crd: unknown;
  readonly yaml: string;
  /** Of the import and of the generator, but for those about sizes. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Imports a CRD and generates one from its types. */
export function importAgain(crd: unknown): ImportedAgain {
  const { kinds, diagnostics } = importCrds([crd], "crd.yaml");
  const files = Object.fromEntries(
    kinds.map(({ kind, version, types }) => [`api/${version}/${kind.toLowerCase()}_types.ts`, types]),
  );
  const generated = runManifests(files, { generators: ["crd"] });
  const yaml = generated.artifacts.find(({ path }) => path.startsWith("config/crd/bases/"))?.content ?? "";
  return {
    files,
    crd: parseAllYaml(yaml, "crd.yaml")[0],
    yaml,
    diagnostics: [...diagnostics, ...generated.diagnostics].filter(({ code }) => code !== "crd/too-large"),
  };
}
