import { realpathSync } from "node:fs";
import path from "node:path";
import type { Diagnostic } from "../../core/diagnostic.js";
import { hasErrors, sortDiagnostics } from "../../core/diagnostic.js";
import { TsopError } from "../../core/errors.js";
import { type ExactJsonObject, isJsonObject } from "../../core/json.js";
import { mapAt } from "../../core/object-fields.js";
import { nearest } from "../../core/suggest.js";
import { parseAllYaml, parseYaml } from "../../core/yaml.js";
import { type Snapshot, snapshotAfter } from "../../machinery/snapshot.js";
import { Tree } from "../../machinery/tree.js";
import {
  bundleFiles,
  type BundleFiles,
  type BundleSource,
  createdAtOf,
  csvFile,
} from "../../olm/generate/bundle-files.js";
import { annotationsFile, printDockerfile, printDockerignore } from "../../olm/generate/metadata.js";
import { missingFields } from "../../olm/generate/missing-fields.js";
import { boundAccounts } from "../../olm/generate/permissions.js";
import { customTestFolder, customTestNames } from "../../olm/scorecard/custom-tests.js";
import { readProject } from "../../project/file.js";
import { extensionResources, qualifiedGroup } from "../../project/project.js";
import { render } from "../../render/render.js";
import { namesOf } from "../../scaffold/naming.js";
import { readSources } from "../../source/load.js";
import type { CommandResult, Context } from "../context.js";
import type { BundleOptions } from "../declared/olm.js";
import { changesOf, type DriftTexts, finishPlan } from "../file-plan.js";
import { freshManifests, freshnessOf } from "../fresh-manifests.js";
import { openFiles } from "../open-files.js";
import { plannedFiles } from "../planned-files.js";
import { baseOf, createAuthorsPart, manifestsFolder, readIcon } from "./authors-part.js";
import { dockerignoreFile } from "./assemble-bundle.js";
import { bundleFolder, bundleIdentity } from "./bundle-identity.js";
import { withBundleImages } from "./bundle-images.js";

const drift: DriftTexts = {
  code: "bundle/out-of-date",
  wanted: "the output of the sources",
  command: "npx tsop bundle",
};

const dockerfile = "bundle.Dockerfile";

/**
 * Generates an OLM bundle of the objects that `deploy` applies, and creates the author's part of it the first time.
 *
 * @throws TsopError `render/…`, `bundle/…`, and the errors of the generators and of the choice of the image; nothing is
 * written then
 */
export async function bundle(given: BundleOptions, context: Context): Promise<CommandResult> {
  const options = given.stdout === true ? { ...given, dryRun: true } : given;
  const root = context.cwd;
  const project = readProject(root);
  const before = openFiles(root, context);
  const identity = bundleIdentity(options, root, before, project);
  const { unwritten } = await freshManifests(freshnessOf(options), context);
  const disk = openFiles(root, context);
  const files = snapshotAfter(disk, unwritten);
  const tree = new Tree(files);
  const baseFile = createAuthorsPart(tree, identity.packageName, root);
  const planned = plannedFiles(realpathSync(root), [...unwritten, ...tree.actions()]);
  const rendered = toObjects(
    render(path.join(realpathSync(root), manifestsFolder), planned, realpathSync(root)).exactObjects(),
  );
  const base = baseOf(rendered, tree, baseFile);
  const previous = previousCsv(tree, identity.packageName);
  const chosen = await withBundleImages(rendered, { options, previous, version: identity.version }, context);
  const source = {
    ...{ identity, version: identity.version, isNamespaced: project.namespaced, objects: chosen.objects },
    ...readCode(root),
    samples: readSamples(files),
    served: extensionResources(project).map((each) => ({
      ...{ name: namesOf(each, project).plural, group: qualifiedGroup(each), version: each.version, kind: each.kind },
    })),
    base: base.csv,
    icon: readIcon(tree, disk),
    image: chosen.image,
    extraAccounts: extraAccounts(options, chosen.objects),
    customTests: customTestNames(files.list(customTestFolder)),
  };
  const { made, isSame } = generate(source, previous, tree, options, context);
  const warnings = sortDiagnostics([
    ...made.problems,
    ...foreignFiles(tree, made),
    ...missingFields({ spec: mapAt(made.csv, "spec"), at: base.at }, "warning"),
  ]);
  if (hasErrors(warnings)) throw TsopError.fromDiagnostics(warnings);
  if (options.stdout === true) return printed(made, warnings, context);
  if (!isSame) place(tree, made, options);
  placeDockerfile(tree, made, options);
  const actions = tree.actions();
  for (const warning of warnings) context.output.warn(warning);
  const plan = {
    ...{ actions, drift, warnings },
    unchanged: [`${bundleFolder} is up to date`],
    json: { bundle: bundleFolder, ...identityJson(identity), changes: changesOf(actions), diagnostics: warnings },
  };
  return finishPlan(root, plan, options);
}

/** Returns all files as one stream of documents, with their paths in comments. */
function printed({ artifacts }: BundleFiles, warnings: readonly Diagnostic[], { output }: Context): CommandResult {
  for (const warning of warnings) output.warn(warning);
  return {
    text: artifacts.map(({ path: file, content }) => `---\n# ${file}\n${content.trimEnd()}`).join("\n"),
    isDocument: true,
    json: { files: artifacts.map(({ path: file, content }) => ({ path: file, content })), diagnostics: warnings },
    diagnostics: warnings,
  };
}

/** @throws TsopError `usage/invalid-argument` for a name to which no binding grants a permission */
function extraAccounts({ extraServiceAccounts = [] }: BundleOptions, objects: readonly ExactJsonObject[]): string[] {
  const bound = boundAccounts(objects);
  const names = extraServiceAccounts.flatMap((each) => each.split(",")).map((name) => name.trim());
  const unbound = names.filter((name) => !bound.includes(name));
  if (unbound.length === 0) return names;
  const meant = unbound.flatMap((name) => nearest(name, bound) ?? []);
  throw new TsopError(
    "usage/invalid-argument",
    `no binding in ${manifestsFolder} grants permissions to ${unbound.map((name) => JSON.stringify(name)).join(", ")}`,
    {
      hint:
        meant.length > 0
          ? `Did you mean ${meant.join(", ")}?`
          : `The ServiceAccounts with bindings are: ${bound.join(", ") || "none"}.`,
    },
  );
}

function identityJson({ packageName, version, channels }: ReturnType<typeof bundleIdentity>): object {
  return { package: packageName, version, channels };
}

function toObjects(values: readonly unknown[]): ExactJsonObject[] {
  // Rendering returns JSON values only.
  return values.filter(isJsonObject).map((each) => each as ExactJsonObject);
}

function readCode(root: string): Pick<BundleSource, "kinds" | "wiring"> {
  const { model, diagnostics, wiring } = readSources({ root });
  const faults = diagnostics.filter(({ severity }) => severity === "error");
  if (faults.length > 0) throw TsopError.fromDiagnostics(sortDiagnostics(faults));
  return { kinds: model.kinds, wiring: wiring() };
}

/** Returns the objects in config/samples, but not the variants. */
function readSamples(files: Snapshot): ExactJsonObject[] {
  const folder = "config/samples";
  return files
    .list(folder)
    .filter((name) => /\.ya?ml$/.test(name) && !name.startsWith("kustomization."))
    .flatMap((name) => toObjects(parseAllYaml(files.read(`${folder}/${name}`) ?? "", `${folder}/${name}`)));
}

function previousCsv(tree: Tree, packageName: string): ExactJsonObject {
  const file = `${bundleFolder}/${csvFile(packageName)}`;
  const [csv] = toObjects([parseYaml(tree.read(file) ?? "", file)]);
  return csv ?? {};
}

const firstLine = "# Generated by `tsop bundle`, which overwrites it. Edit config/manifests instead.";

function stamped(content: string): string {
  return `${firstLine}\n${content}`;
}

interface Generated {
  readonly made: BundleFiles;
  /** Whether the folder already contains exactly these files. */
  readonly isSame: boolean;
}

/** Generates the files. The time of creation changes only if another part of the bundle changes. */
function generate(
  source: BundleSource,
  previous: ExactJsonObject,
  tree: Tree,
  options: BundleOptions,
  { env }: Context,
): Generated {
  const made = bundleFiles(source, createdAtOf(previous));
  const isSame =
    createdAtOf(previous) !== "" &&
    made.artifacts.every(
      ({ path: file, content }) =>
        isKept(tree, file, options) || tree.read(`${bundleFolder}/${file}`) === stamped(content),
    ) &&
    stale(tree, made).length === 0;
  return isSame ? { made, isSame } : { made: bundleFiles(source, timeOfCreation(env)), isSame };
}

function timeOfCreation(env: Context["env"]): string {
  const epoch = env["SOURCE_DATE_EPOCH"] ?? "";
  const time = /^\d{1,11}$/.test(epoch) ? new Date(Number(epoch) * 1000) : new Date();
  return time.toISOString().replace(/\.\d+Z$/, "Z");
}

/** Returns the files of earlier bundles that this bundle no longer contains. */
function stale(tree: Tree, { artifacts }: BundleFiles): string[] {
  const wanted = new Set(artifacts.map((artifact) => `${bundleFolder}/${artifact.path}`));
  const folder = `${bundleFolder}/manifests`;
  return tree
    .list(folder)
    .map((name) => `${folder}/${name}`)
    .filter((file) => file.endsWith(".yaml") && !wanted.has(file) && tree.read(file)?.startsWith(firstLine) === true);
}

function place(tree: Tree, made: BundleFiles, options: BundleOptions): void {
  for (const file of stale(tree, made)) tree.delete(file);
  for (const { path: file, content } of made.artifacts) {
    if (!isKept(tree, file, options)) tree.write(`${bundleFolder}/${file}`, stamped(content));
  }
}

/** Returns whether the user wants to keep the existing file. */
function isKept(tree: Tree, file: string, { overwrite = true }: BundleOptions): boolean {
  return file === annotationsFile && !overwrite && tree.exists(`${bundleFolder}/${file}`);
}

function placeDockerfile(tree: Tree, { annotations }: BundleFiles, { overwrite = true }: BundleOptions): void {
  if (!overwrite && tree.exists(dockerfile)) return;
  tree.write(dockerfile, stamped(printDockerfile(annotations, bundleFolder)));
  tree.write(dockerignoreFile, stamped(printDockerignore(bundleFolder)));
}

/** Returns the files in bundle/manifests that tsop did not generate: the image of the bundle contains them, too. */
function foreignFiles(tree: Tree, { artifacts }: Pick<BundleFiles, "artifacts">): Diagnostic[] {
  const wanted = new Set(artifacts.map(({ path: file }) => file));
  return tree
    .list(`${bundleFolder}/manifests`)
    .map((name) => `manifests/${name}`)
    .filter((file) => !wanted.has(file) && tree.read(`${bundleFolder}/${file}`)?.startsWith(firstLine) !== true)
    .map((file) => ({
      code: "bundle/foreign-file",
      severity: "warning",
      message: "tsop did not generate this file, and the image of the bundle contains it",
      at: { file: `${bundleFolder}/${file}` },
      hint: "Move the object into config/manifests, or delete the file.",
    }));
}
