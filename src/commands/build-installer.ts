import path from "node:path";
import { defined } from "../core/defined.js";
import { planInstaller } from "../cluster/deploy/installer.js";
import type { Diagnostic } from "../core/diagnostic.js";
import { TsopError } from "../core/errors.js";
import type { KubeObject } from "../kube/objects.js";
import { commit } from "../machinery/commit.js";
import { diskSnapshot, type FileAction } from "../machinery/snapshot.js";
import { Tree } from "../machinery/tree.js";
import { readProject } from "../project/file.js";
import { printObject } from "../render/render.js";
import type { Value } from "../render/value.js";
import { chooseImage } from "./choose-image.js";
import type { CommandResult, Context } from "./context.js";
import type { BuildInstallerOptions } from "./declared/cluster.js";
import { changesOf, type DriftTexts, endOf, showActions } from "./drift.js";
import { freshManifests, type FreshnessMode } from "./fresh-manifests.js";
import { isPreviewOf, projectPath } from "./output-options.js";
import { renderedDocuments } from "./rendered-objects.js";
import { undoInterrupted } from "./undo-interrupted.js";

const drift: DriftTexts = {
  code: "manifests/out-of-date",
  wanted: "what the kustomization makes",
  command: "npm run build-installer",
};

/**
 * Writes all that `deploy` would apply to one file, for people who have nothing but kubectl.
 *
 * @throws TsopError as rendering and choosing the image; `scaffold/collision` where another file has the name
 */
export async function buildInstaller(options: BuildInstallerOptions, context: Context): Promise<CommandResult> {
  const root = context.cwd;
  const out = projectPath("--out", options.out ?? "dist/install.yaml", root, "file");
  readProject(root);
  const { files } = await freshManifests(freshnessOf(options), context);
  const documents = await renderedDocuments({ ...options, files }, context);
  const { img, imageDigest = false } = options;
  const choice = defined({ imageDigest, img });
  const chosen = chooseImage([...documents.keys()], choice, context);
  const { objects, ownObjects, warnings } = planInstaller(chosen.objects);
  for (const warning of warnings) context.output.warn(warning);
  const print = (some: readonly KubeObject[]): string =>
    // An object that the image has changed is printed anew. It is of JSON's values, as all that was rendered.
    some.map((object) => documents.get(object) ?? printObject(object as unknown as Value)).join("---\n");
  if (options.stdout === true) return printed([...objects, ...ownObjects], print, warnings);
  undoInterrupted(root, context);
  const tree = new Tree(diskSnapshot(root));
  place(tree, out, print(objects));
  const second = besides(out);
  if (ownObjects.length > 0) place(tree, second, print(ownObjects));
  else if (isOurs(tree.read(second) ?? "")) tree.delete(second);
  const actions = tree.actions();
  if (!isPreviewOf(options)) commit(root, actions);
  return conclude({ files: ownObjects.length > 0 ? [out, second] : [out], actions, warnings }, options);
}

function freshnessOf({ check, dryRun = false, diff = false, stdout }: BuildInstallerOptions): FreshnessMode {
  if (check === true) return "check";
  return isPreviewOf({ dryRun, diff }) || stdout === true ? "preview" : "write";
}

function printed(
  objects: readonly KubeObject[],
  print: (objects: readonly KubeObject[]) => string,
  warnings: readonly Diagnostic[],
): CommandResult {
  return {
    text: print(objects).trimEnd(),
    isDocument: true,
    json: { objects, diagnostics: warnings },
    diagnostics: warnings,
  };
}

/** Where the objects of the operator's own kinds go: `dist/install-objects.yaml`. */
function besides(file: string): string {
  const { dir, name, ext } = path.posix.parse(file);
  return path.posix.join(dir, `${name}-objects${ext}`);
}

const firstLine = "# Made by `tsop build-installer`, which replaces it: change what it is made from.";

function isOurs(text: string): boolean {
  return text.startsWith(firstLine);
}

function place(tree: Tree, file: string, text: string): void {
  const before = tree.exists(file) ? (tree.read(file) ?? "") : undefined;
  const content = `${firstLine}\n${text}`;
  if (before === undefined) tree.create(file, content);
  else if (isOurs(before) || before.trim() === "") tree.overwrite(file, content);
  else {
    throw new TsopError("scaffold/collision", `${file} is there, and is no installer that tsop has made`, {
      at: { file },
      hint: "Choose another file with --out, or take it away.",
    });
  }
}

interface Made {
  readonly files: readonly string[];
  readonly actions: readonly FileAction[];
  readonly warnings: readonly Diagnostic[];
}

async function conclude({ files, actions, warnings }: Made, options: BuildInstallerOptions): Promise<CommandResult> {
  const isPreview = isPreviewOf(options);
  const [main = "", second] = files;
  const lines = [
    ...(actions.length === 0
      ? [`${files.join(" and ")} ${files.length === 1 ? "is" : "are"} up to date`]
      : [await showActions(actions, options)]),
    ...(isPreview ? [] : [`Install it with \`kubectl apply --server-side -f ${main}\`.`]),
    ...(isPreview || second === undefined
      ? []
      : [`When the operator is ready, \`kubectl apply --server-side -f ${second}\`: the objects of its own kinds.`]),
  ];
  const json = { files, changes: changesOf(actions), diagnostics: warnings };
  return endOf(actions, drift, options, { lines, json, warnings });
}
