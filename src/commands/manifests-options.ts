/** What can be said on the command line of `tsop manifests`, judged before anything is read. */
import path from "node:path";
import { TsopError } from "../core/errors.js";
import { nearest } from "../core/suggest.js";
import type { GeneratorName, OutputFolders } from "../generate/manifests.js";
import { type Contradiction, projectPath, refuseContradictions } from "./output-options.js";

export interface ManifestsOptions {
  /** Names of {@link generators}; all when there is none. */
  readonly generators?: readonly string[];
  /** The folder of the folders; default `config`. */
  readonly out?: string;
  readonly crdDir?: string;
  readonly rbacDir?: string;
  readonly webhookDir?: string;
  readonly samplesDir?: string;
  readonly variantsDir?: string;
  readonly schemasDir?: string;
  /** The greatest length of a description in a CRD, in bytes; 0 leaves them out. */
  readonly maxDescLen?: number;
  /** The same for the types of Kubernetes itself; default 0. */
  readonly maxImportedDescLen?: number;
  /** Print the documents, and write nothing. */
  readonly stdout?: boolean;
  /** Write nothing; exit status 3 when something would be written. */
  readonly check?: boolean;
  readonly dryRun?: boolean;
  /** Show what changes in each file. */
  readonly diff?: boolean;
  /** Treat warnings as errors. */
  readonly strict?: boolean;
  /** Go on, and generate again whenever a source changes. */
  readonly watch?: boolean;
}

/** What the options come to. */
export interface Plan {
  /** In the order of the table, each once. */
  readonly generators: readonly GeneratorName[];
  readonly folders: OutputFolders;
  readonly descriptions: Pick<ManifestsOptions, "maxDescLen" | "maxImportedDescLen">;
}

interface Generator {
  readonly name: GeneratorName;
  readonly writes: string;
  /** The folder below `--out`. */
  readonly folder: string;
  /** Whether the API server takes what it makes as it stands, one object beside the other. */
  readonly isApplied: boolean;
}

/** What `tsop manifests` can make, in the order in which it is listed. */
export const generators: readonly Generator[] = [
  { name: "crd", writes: "a CustomResourceDefinition for each kind", folder: "crd/bases", isApplied: true },
  { name: "rbac", writes: "role.yaml, the permissions of the operator", folder: "rbac", isApplied: true },
  {
    name: "webhook",
    writes: "the configurations of the webhooks that the code registers",
    folder: "webhook",
    // The Service that they name gets its name from kustomize.
    isApplied: false,
  },
  { name: "samples", writes: "an object of each kind and version", folder: "samples", isApplied: true },
  {
    name: "variants",
    writes: "an object with all fields, and of each form",
    folder: "samples/variants",
    isApplied: false,
  },
  { name: "schemas", writes: "a JSON Schema of each kind for editors", folder: "schemas", isApplied: false },
];

/** @throws TsopError `usage/invalid-argument` */
export function planManifests(options: ManifestsOptions, root: string): Plan {
  refuseContradictions(options, contradictions, reasonOf);
  const names = chosenGenerators(options.generators ?? [], options.stdout === true);
  const given = Object.fromEntries(generators.map(({ name }) => [name, options[`${name}Dir`]]));
  const out = projectPath("--out", options.out ?? "config", root, "folder");
  const folderOf = ({ name, folder }: Generator): string => {
    const own = given[name];
    if (own === undefined) return path.posix.join(out, folder);
    if (!names.includes(name)) {
      throw invalid(`--${name}-dir is for ${name}, which is not to be generated`, `Add ${name} to the generators.`);
    }
    return projectPath(`--${name}-dir`, own, root, "folder");
  };
  const folders = Object.fromEntries(generators.map((generator) => [generator.name, folderOf(generator)]));
  // The table has a row for each name.
  const { maxDescLen, maxImportedDescLen } = options;
  const descriptions = {
    ...(maxDescLen === undefined ? {} : { maxDescLen }),
    ...(maxImportedDescLen === undefined ? {} : { maxImportedDescLen }),
  };
  return { generators: names, folders: folders as OutputFolders, descriptions };
}

const contradictions: readonly Contradiction<ManifestsOptions>[] = [
  ["watch", "check"],
  ["watch", "dryRun"],
  ["watch", "diff"],
  ["watch", "stdout"],
  ["stdout", "check"],
  ["stdout", "dryRun"],
  ["stdout", "diff"],
];

function reasonOf(flag: keyof ManifestsOptions): string {
  return flag === "watch" ? "it writes whenever something changes" : "it writes no file";
}

/** Without names all; of what is printed, what can be passed on to the API server. */
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
