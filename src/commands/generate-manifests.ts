/** Runs `tsop manifests` after a possible change: reads, generates, and reports the files that differ. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { defined } from "../core/defined.js";
import { distinctDiagnostics, hasErrors } from "../core/diagnostic.js";
import { TsopError } from "../core/errors.js";
import type { Artifact } from "../core/artifact.js";
import { generateManifests } from "../generate/manifests.js";
import { diskSnapshot, type FileAction, type Snapshot } from "../machinery/snapshot.js";
import { Tree } from "../machinery/tree.js";
import type { Model } from "../model/model.js";
import { definitionFolder } from "../project/definition-module.js";
import { readProject } from "../project/file.js";
import { extensionResources, type Project, qualifiedGroup } from "../project/project.js";
import { keepCompiler } from "../source/compiler.js";
import { readPrograms } from "../source/read-programs.js";
import type { SourceHost } from "../source/source-host.js";
import type { CommandResult } from "./context.js";
import type { Outcome } from "./last-manifests.js";
import type { Plan } from "./manifests-options.js";

export interface Generated {
  readonly model: Model;
  readonly artifacts: readonly Artifact[];
  readonly outcome: Outcome;
  /** The differences from the disk, by path. */
  readonly actions: readonly FileAction[];
  /** The text of each file that was generated, read, or left unchanged, by path. */
  readonly files: ReadonlyMap<string, string | undefined>;
}

/**
 * Generates the manifests. Does not write them.
 *
 * @throws TsopError with all diagnostics, when there is an error among them
 */
export function generate(
  { generators, folders, descriptions }: Plan,
  host: SourceHost,
  root: string,
  options: {
    /** Whether to ignore previously generated files. */
    readonly ignoreFiles: boolean;
    /** Default: the content of PROJECT. */
    readonly project?: Project;
    /** Default: the files on the disk. */
    readonly files?: Snapshot;
  },
): Generated {
  const project = options.project ?? readProject(root);
  const tree = new Tree(options.files ?? diskSnapshot(root));
  const extensions = extensionResources(project);
  const definitions = extensions.length === 0 ? undefined : definitionFolder;
  const { operator: sources, server, diagnostics: found } = readPrograms({ root, host, definitions });
  keepCompiler(sources.model.permissions.length > 0 ? "checker" : "parser");
  // Missing declarations of a file that does not parse are only noise.
  const broken = found.filter(({ code }) => code === "source/syntax");
  if (broken.length > 0) throw TsopError.fromDiagnostics(broken);
  const read = new Map<string, string | undefined>();
  const {
    artifacts: generatedFiles,
    kept,
    absent,
    ...generated
  } = generateManifests(sources.model, {
    domain: project.domain,
    projectName: project.projectName,
    namespaced: project.namespaced,
    crds: descriptions,
    generators,
    folders,
    ...defined({ server: server?.model }),
    extensions: extensions.map((resource) => ({
      group: qualifiedGroup(resource),
      kind: resource.kind,
      isVirtual: resource.extension?.storage === "virtual",
    })),
    existing: options.ignoreFiles
      ? { read: () => undefined, list: () => [] }
      : {
          read: (file) => note(read, file, tree.read(file)),
          list: (folder) => options.files?.list(folder) ?? namesIn(path.join(root, folder)),
        },
  });
  const diagnostics = distinctDiagnostics([...found, ...generated.diagnostics]);
  if (hasErrors(diagnostics)) throw TsopError.fromDiagnostics(diagnostics);
  // Only Kubernetes' objects and schemas can be printed.
  const artifacts = generatedFiles.filter(({ path: file }) => !options.ignoreFiles || !file.endsWith(".ts"));
  for (const { path: file, content } of options.ignoreFiles ? [] : artifacts) tree.write(file, content);
  for (const file of options.ignoreFiles ? [] : absent.filter((each) => tree.exists(each))) tree.delete(file);
  return {
    model: sources.model,
    artifacts,
    outcome: { artifacts: artifacts.map((artifact) => artifact.path), kept, warnings: diagnostics },
    actions: tree.actions().toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    files: new Map([
      ...read,
      ...absent.map((file) => [file, undefined] as const),
      ...kept.map((file) => [file, tree.read(file)] as const),
      ...artifacts.map(({ path: file, content }) => [file, content] as const),
    ]),
  };
}

function note(read: Map<string, string | undefined>, file: string, text: string | undefined): string | undefined {
  read.set(file, text);
  return text;
}

/** Prints all documents as one text, which `kubectl apply -f -` accepts. */
export function printDocuments({ artifacts, outcome }: Generated): CommandResult {
  const texts = artifacts.map(({ content }) => (content.startsWith("---\n") ? content : `---\n${content}`));
  return {
    text: texts.join("").trimEnd(),
    isDocument: true,
    json: { files: artifacts, diagnostics: outcome.warnings },
    diagnostics: outcome.warnings,
  };
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
