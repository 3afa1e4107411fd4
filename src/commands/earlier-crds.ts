/** The kinds of an earlier state: of a commit, a published package, a file, or a cluster. */
import type { Crd } from "../compatibility/crd.js";
import { isCrdDocument, readCrd } from "../compatibility/read-crd.js";
import { CustomResourceDefinition } from "../cluster/crd.js";
import { defined } from "../core/defined.js";
import { TsopError } from "../core/errors.js";
import { parseAllYaml } from "../core/yaml.js";
import { readClusterConfig, withClient } from "./choose-cluster.js";
import type { Context } from "./context.js";
import type { ApiDiffOptions } from "./declared/api.js";
import { definitionFolder, isDefinitionFile } from "../project/definition-module.js";
import { projectFileName } from "../project/project.js";
import { earlierProject, readDefinitions, withDefinitions, withStores } from "./earlier-definitions.js";
import { type GitFile, openCommit, yamlFile } from "./git-files.js";
import { readImportSources } from "./import-sources.js";
import { npmFiles } from "./npm-files.js";
import { projectPath } from "./output-options.js";

export interface EarlierCrds {
  /** The source: `git:HEAD`. */
  readonly source: string;
  /** With the definitions of the kinds of the extension API server. */
  readonly crds: readonly Crd[];
  /** The reason why the source cannot contain definitions; undefined if it can. */
  readonly noDefinitions?: string;
}

/**
 * Reads the earlier CRDs and definitions.
 *
 * @param current - the kinds of the types. A cluster contains many others.
 * @throws TsopError `api/unreadable`, and the errors of files, URLs and clusters
 */
export async function earlierCrds(
  options: Pick<ApiDiffOptions, "against" | "fromCluster" | "kubeconfig" | "context" | "crdDir">,
  current: readonly Crd[],
  context: Context,
): Promise<EarlierCrds> {
  if (options.fromCluster === true) return fromCluster(options, current, context);
  const source = options.against ?? "git:HEAD";
  const [, scheme, rest = ""] = /^(git|npm):(.*)$/s.exec(source) ?? [];
  if (scheme === undefined) {
    const found = await readImportSources({ sources: [source], fromCluster: [] }, context);
    const documents = found.flatMap(({ name, documents: all }) => all.map((value) => ({ name, value })));
    return { source, crds: crdsIn(documents, source, "required"), noDefinitions: `${source} contains CRDs only` };
  }
  const folder = projectPath("--crd-dir", options.crdDir ?? "config/crd/bases", context.cwd, "folder");
  if (scheme === "git") {
    const commit = await openCommit(rest, context);
    const files = await commit.files(folder, yamlFile);
    const crds = crdsIn(files.flatMap(documentsOf), source, "optional");
    const definitions = definitionsIn(await commit.files(definitionFolder, /\.ts$/), source);
    if (definitions.length === 0) return { source, crds };
    await commit.load(projectFileName);
    const project = earlierProject(commit.read(projectFileName));
    return { source, crds: withDefinitions(crds, withStores(definitions, project), current) };
  }
  return { source, ...fromPackage(await npmFiles(rest, context), { folder, source, current }) };
}

interface PackageOptions {
  readonly folder: string;
  readonly source: string;
  readonly current: readonly Crd[];
}

function fromPackage(
  files: readonly GitFile[],
  { folder, source, current }: PackageOptions,
): Omit<EarlierCrds, "source"> {
  const yaml = files.filter(({ path }) => yamlFile.test(path));
  const bases = yaml.filter(({ path }) => path.startsWith(`${folder}/`));
  // A package may contain only the installer or the chart.
  const all = bases.length > 0 ? bases : yaml.filter(({ text }) => /^kind: CustomResourceDefinition$/m.test(text));
  const definitions = definitionsIn(files, source);
  const crds = crdsIn(all.flatMap(documentsOf), source, definitions.length > 0 ? "optional" : "required");
  if (definitions.length === 0) return { crds, noDefinitions: `${source} does not contain ${definitionFolder}` };
  const project = earlierProject(files.find(({ path }) => path === projectFileName)?.text);
  return { crds: withDefinitions(crds, withStores(definitions, project), current) };
}

function definitionsIn(files: readonly GitFile[], source: string): Crd[] {
  return readDefinitions(
    files.filter(({ path }) => isDefinitionFile(path)),
    source,
  );
}

interface Document {
  readonly name: string;
  readonly value: unknown;
}

function documentsOf({ path, text }: GitFile): Document[] {
  return parseAllYaml(text, path).map((value) => ({ name: path, value }));
}

/** @param mode - whether it is an error that the source has no CRD. A commit can precede the first kind. */
function crdsIn(documents: readonly Document[], source: string, mode: "required" | "optional"): Crd[] {
  const found = new Map<string, Crd>();
  for (const { name, value } of documents) {
    if (!isCrdDocument(value)) continue;
    const read = readCrd(value);
    if (read.kind === "invalid") {
      throw new TsopError(
        "api/unreadable",
        `${name} of ${source} contains a CRD that is not valid: ${read.faults.slice(0, 3).join("; ")}`,
        {
          hint: "Compare with another commit, version or file: no API server accepts this CRD.",
        },
      );
    }
    found.set(read.crd.name, read.crd);
  }
  if (found.size === 0 && mode === "required") {
    throw new TsopError("api/unreadable", `${source} contains no CRD`, {
      hint: "Name a file, a folder or a package that contains CustomResourceDefinitions.",
    });
  }
  return Array.from(found.values());
}

async function fromCluster(
  { kubeconfig, context: name }: Pick<ApiDiffOptions, "kubeconfig" | "context">,
  current: readonly Crd[],
  context: Context,
): Promise<EarlierCrds> {
  const cluster = await readClusterConfig(defined({ kubeconfig, context: name }), context);
  const source = `the cluster of the context ${cluster.context ?? cluster.source}`;
  return withClient(cluster, context, async (client) => {
    const documents: Document[] = [];
    for (const crd of current) {
      const installed = await client.get(CustomResourceDefinition, { name: crd.name }, { signal: context.signal });
      if (installed !== undefined) documents.push({ name: crd.name, value: installed });
    }
    return { source, crds: crdsIn(documents, source, "optional"), noDefinitions: "a cluster contains CRDs only" };
  });
}
