import { hasErrors } from "../core/diagnostic.js";
import { TsopError } from "../core/errors.js";
import { readBuiltInTypes } from "../import/built-in-types.js";
import { type ImportedKind, importCrds, type ImportResult } from "../import/import-crd.js";
import { readProject } from "../project/file.js";
import { projectFileName } from "../project/project.js";
import { parseProject } from "../project/parse.js";
import { planImportedApis } from "../scaffold/imported-api.js";
import { loadTemplates } from "../scaffold/templates.js";
import { checkImported } from "./check-imported.js";
import type { CommandResult, Context } from "./context.js";
import type { ImportCrdOptions } from "./declared/scaffold.js";
import { finishScaffold } from "./finish-scaffold.js";
import { type ImportSource, readImportSources } from "./import-sources.js";
import { openFiles } from "./open-files.js";

/**
 * Converts published CRDs to types that generate the same CRDs, and records their kinds in PROJECT. Skips a CRD that
 * the API server would reject, and then sets the exit status 1. If a problem prevents the import of one of the other
 * CRDs, writes nothing.
 *
 * @throws TsopError with all errors in the CRDs if tsop can import none of them, or with all conflicts
 */
export async function importCrd(options: ImportCrdOptions, context: Context): Promise<CommandResult> {
  const root = context.cwd;
  const { sources = [], fromCluster = [] } = options;
  if (sources.length === 0 && fromCluster.length === 0) {
    throw new TsopError("usage/invalid-argument", "nothing to import", {
      hint: "Name a file, a folder, a URL, - for standard input, or --from-cluster NAME.",
    });
  }
  const files = openFiles(root, context);
  readProject(root); // reports a missing or invalid project
  const found = await readImportSources({ ...options, sources, fromCluster }, context);
  const { kinds, diagnostics, refused } = importAll(found, options);
  for (const diagnostic of diagnostics) context.output.warn(diagnostic);

  const project = parseProject(files.read(projectFileName) ?? "");
  const input = { files, templates: await loadTemplates(), force: options.force ?? false };
  const plan = await planImportedApis(input, project, checkImported(kinds, project));
  const { text, json } = await finishScaffold(root, plan, options);
  return {
    text: [text, ...refused.map((name) => `${name} was not imported: see the errors above`)].join("\n"),
    json: { ...json, kinds: kinds.map(describeKind), refused, diagnostics },
    diagnostics,
    ...(refused.length === 0 ? {} : { exitCode: 1 }),
  };
}

function importAll(sources: readonly ImportSource[], { version, knownTypes = true }: ImportCrdOptions): ImportResult {
  const builtIn = knownTypes ? readBuiltInTypes() : undefined;
  const results = sources.map((source) => importCrds(source.documents, source, builtIn));
  const diagnostics = results.flatMap((result) => result.diagnostics);
  const all = results.flatMap(({ kinds }) => kinds);
  if (all.length === 0 && hasErrors(diagnostics)) throw TsopError.fromDiagnostics(diagnostics);
  if (all.length === 0) {
    const names = sources.map(({ name }) => name).join(", ");
    throw new TsopError("import/no-crd", `there is no CustomResourceDefinition in ${names}`, {
      hint: "A CRD is an object of the kind CustomResourceDefinition; tsop ignores objects of other kinds.",
    });
  }
  const kinds = version === undefined ? all : all.filter((kind) => kind.version === version);
  if (kinds.length === 0) {
    const versions = [...new Set(all.map((kind) => kind.version))].join(", ");
    throw new TsopError("usage/invalid-argument", `no CRD has the version ${JSON.stringify(version)}`, {
      hint: `Their versions: ${versions}.`,
    });
  }
  return { kinds, diagnostics, refused: results.flatMap(({ refused }) => refused) };
}

function describeKind({ group, version, kind, plural }: ImportedKind): Readonly<Record<string, string>> {
  return { group, version, kind, plural };
}
