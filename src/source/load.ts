/**
 * Reads a project's sources. It uses only syntax, file by file, and resolves names by its own rules: no program, no checker,
 * no standard library. This makes `tsop manifests` fast.
 */
import { type Diagnostic, distinctDiagnostics, type Report } from "../core/diagnostic.js";
import type { Tag } from "../model/annotations.js";
import type { KindModel, Model } from "../model/model.js";
import { noWebhooks } from "../model/webhooks.js";
import type { Wiring } from "../model/wiring.js";
import { allComments } from "./all-comments.js";
import type { Comment } from "./comments/comment.js";
import { readMacros } from "./comments/macros.js";
import { checkUnclaimed } from "./comments/read-annotations.js";
import { PackedTypes } from "../schema/packed-types.js";
import { checkExports, checkImports } from "./check-imports.js";
import { checkIdentities, readFileTags } from "./file-tags.js";
import { NameResolver, type OpenModule } from "./names.js";
import { isForeign, type ParsedFile, parseFile } from "./parsed-file.js";
import { type DeclaredKind, readKinds } from "./read-kinds.js";
import { withActions } from "./permissions/actions.js";
import { openCode } from "./permissions/open-code.js";
import type { ProgramSettings } from "./permissions/program.js";
import { readPermissions } from "./permissions/read-permissions.js";
import { readTypeNode } from "./types/read-type.js";
import { readControlled, readRbac } from "./read-rbac.js";
import { diskHost, type SourceHost } from "./source-host.js";
import { SourceFiles, unlessTooDeep } from "./source-files.js";
import type { KubernetesTypes, TypeReader } from "./types/reader.js";
import { mayServe } from "./webhooks/calls.js";
import { readWebhooks } from "./webhooks/read-webhooks.js";
import { readWiring } from "./wiring/read-wiring.js";

export interface ReadSourcesOptions {
  /** The project's folder. */
  readonly root: string;
  /** Default: the file system. */
  readonly host?: SourceHost;
  /** The types of Kubernetes itself. Default: the types from the package. */
  readonly kubernetes?: KubernetesTypes;
  /** Parses a file. Default: {@link parseFile}. */
  readonly parse?: typeof parseFile;
}

export interface SourcesResult {
  readonly model: Model;
  /** Unordered. If it contains an error, the model is incomplete. */
  readonly diagnostics: readonly Diagnostic[];
  /** Returns the wiring of the operator, read on demand. It is empty if the sources have errors. */
  readonly wiring: () => Wiring;
}

const emptyModel: Model = { kinds: [], foreign: [], rbac: [], permissions: [], speaking: [], webhooks: noWebhooks };

export function readSources({
  root,
  host = diskHost(root),
  kubernetes = new PackedTypes(),
  parse = parseFile,
}: ReadSourcesOptions): SourcesResult {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => void diagnostics.push(diagnostic);
  const files = new SourceFiles(host, root, report, parse);
  const open: OpenModule = (from, module) => files.openModule(from, module);
  const project = files.openAll();
  const macros = readMacros(project.flatMap(commentsWithMacros), report);
  const reader: TypeReader = {
    names: new NameResolver(open),
    kubernetes,
    macros,
    report,
    claimed: new Set(),
    readNode: readTypeNode,
  };
  const types = new Set(project);
  const kinds: DeclaredKind[] = [];
  const rbac: Tag[] = [];
  const controlled = new Set<string>();
  const importsHidden = new Set<string>();
  const guarded = (file: ParsedFile, action: () => void): void => unlessTooDeep(file.path, report, action);
  const fileTags = readFileTags(project, report);
  for (const file of project) {
    guarded(file, () => kinds.push(...readKinds(reader, file).filter(() => !fileTags.skipped.has(file.path))));
  }
  checkIdentities(fileTags, kinds, report);
  // Only now are the comments known that belong to a type, and the other files that types refer to.
  for (const file of files.opened().filter((each) => !isForeign(each))) {
    guarded(file, () => {
      const comments = allComments(file);
      rbac.push(...readRbac(file, comments, report));
      // The types report unresolved names themselves. Another program of the project can only import them.
      if (file.path.startsWith("api/")) {
        if (types.has(file)) checkUnclaimed(file, comments, reader);
      } else checkImports(file, files).forEach(report);
      for (const found of checkExports(file, kinds, reader.names)) {
        report(found);
        importsHidden.add(file.path);
      }
      for (const found of readControlled(file, reader.names, open)) controlled.add(`${found.path} ${found.name}`);
    });
  }
  const broken = diagnostics.filter(({ code }) => code === "source/syntax");
  // Errors that result from a file that does not parse are noise.
  if (broken.length > 0) {
    return { model: emptyModel, diagnostics: broken, wiring: () => ({ controllers: [], links: [], unresolved: [] }) };
  }
  const models = kinds.map(({ file, name, model }) => ({
    ...model,
    hasController: controlled.has(`${file.path} ${name}`),
  }));
  const own = files.opened().filter((file) => !isForeign(file));
  const needs = unlessTooDeep(own[0]?.path ?? "", report, () => infer(own, files, report));
  return {
    model: { ...emptyModel, ...needs, kinds: models, foreign: readForeign(reader, files, project), rbac },
    // Errors about a kind that a file cannot import result from the import.
    diagnostics: distinctDiagnostics(
      diagnostics.filter(({ code, at }) => code !== "rbac/unresolved" || !importsHidden.has(at?.file ?? "")),
    ),
    wiring: () => readWiring(own, open, kindsIn(files)),
  };
}

/** Reads the kinds of packages, and of files outside the folders of sources. Their errors are not the project's. */
function readForeign(reader: TypeReader, files: SourceFiles, project: readonly ParsedFile[]): KindModel[] {
  const own = new Set(project);
  const quiet = { ...reader, claimed: new Set<string>(), report: () => undefined };
  return files
    .opened()
    .filter((file) => !own.has(file) && file.ast.text.includes("CustomResource"))
    .flatMap((file) => unlessTooDeep(file.path, quiet.report, () => readKinds(quiet, file)) ?? [])
    .map(({ model }) => ({ ...model, hasController: false }));
}

/** The checker reads the types of the project, and of the packages that can export kinds. */
function kindsIn(sources: SourceFiles): ProgramSettings {
  const { parse } = sources;
  return { parse, isOwn: (module) => module.startsWith(".") || sources.canExportKinds(module) };
}

function infer(
  files: readonly ParsedFile[],
  sources: SourceFiles,
  report: Report,
): Pick<Model, "permissions" | "speaking" | "webhooks"> {
  const open: OpenModule = (from, module) => sources.openModule(from, module);
  const code = openCode(files.filter(isRun(files)), open, kindsIn(sources));
  const webhooks = readWebhooks(files, code, report);
  const { inferred, unresolved, speaking } = readPermissions(files, code);
  for (const { unknown, why, at } of unresolved) {
    report({
      code: "rbac/unresolved",
      severity: "warning",
      message: `tsop cannot determine ${unknown === "kind" ? "the kind" : "whose method is called"} in ${why}, so it generates no permission for it`,
      at,
      hint: "Declare the permission above the call or its function: @rbac groups=apps resources=deployments verbs=get;update",
    });
  }
  return { permissions: inferred, speaking, webhooks };
}

/** Returns a filter for the files that the checker examines. */
function isRun(files: readonly ParsedFile[]): (file: ParsedFile) => boolean {
  const hasWebhooks = files.some(({ ast }) => mayServe(ast.text));
  const acting = new Set(withActions(files));
  // main.ts can pass webhooks to functions that register them.
  return (file) => acting.has(file) || mayServe(file.ast.text) || (hasWebhooks && file.path === "main.ts");
}

function commentsWithMacros(file: ParsedFile): { file: ParsedFile; comment: Comment }[] {
  return file.ast.text.includes("@macro") ? allComments(file).map((comment) => ({ file, comment })) : [];
}
