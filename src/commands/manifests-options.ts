/** Validates the options of `tsop manifests` before tsop reads any file. */
import path from "node:path";
import { defined } from "../core/defined.js";
import { TsopError } from "../core/errors.js";
import { nearest } from "../core/suggest.js";
import type { GeneratorName, OutputFolders } from "../generate/manifests.js";
import { type Generator, generators } from "./generators.js";
import { projectPath } from "./output-options.js";
import type { ManifestsOptions } from "./declared/generate.js";

/** The validated options. */
export interface Plan {
  /** The generators in the order of the table, each once. */
  readonly generators: readonly GeneratorName[];
  readonly folders: OutputFolders;
  readonly descriptions: Pick<ManifestsOptions, "maxDescLen" | "maxImportedDescLen">;
}

/** @throws TsopError `usage/invalid-argument` */
export function planManifests(options: ManifestsOptions, root: string): Plan {
  const names = chosenGenerators(options.generators ?? [], options.stdout === true);
  const given = Object.fromEntries(generators.map(({ name }) => [name, options[`${name}Dir`]]));
  const out = projectPath("--out", options.out ?? "config", root, "folder");
  const folderOf = ({ name, folder }: Generator): string => {
    const own = given[name];
    if (own === undefined) return path.posix.join(out, folder);
    if (!names.includes(name)) {
      throw invalid(
        `--${name}-dir sets the folder of ${name}, which this command does not generate`,
        `Add ${name} to the generators.`,
      );
    }
    return projectPath(`--${name}-dir`, own, root, "folder");
  };
  const folders = Object.fromEntries(generators.map((generator) => [generator.name, folderOf(generator)]));
  // The table has a row for each name.
  const { maxDescLen, maxImportedDescLen } = options;
  const descriptions = defined({ maxDescLen, maxImportedDescLen });
  return { generators: names, folders: folders as OutputFolders, descriptions };
}

/**
 * Returns the chosen generators. Without names, returns all; with `--stdout`, only those whose objects the API server
 * accepts.
 */
function chosenGenerators(names: readonly string[], isPrinted: boolean): GeneratorName[] {
  const known = generators.map(({ name }) => name);
  const unknown = names.find((name) => !known.some((each) => each === name));
  if (unknown !== undefined) {
    const suggestion = nearest(unknown, known);
    const hint = suggestion === undefined ? `One of: ${known.join(", ")}.` : `Did you mean ${suggestion}?`;
    throw invalid(`there is no generator "${unknown}"`, hint);
  }
  if (names.length === 0 && isPrinted) return generators.filter(({ isApplied }) => isApplied).map(({ name }) => name);
  return names.length === 0 ? known : known.filter((name) => names.includes(name));
}

function invalid(message: string, hint: string): TsopError {
  return new TsopError("usage/invalid-argument", message, { hint });
}
