import path from "node:path";
import { defined } from "../core/defined.js";
import { planInstaller } from "../cluster/deploy/installer.js";
import type { Diagnostic } from "../core/diagnostic.js";
import { TsopError } from "../core/errors.js";
import type { KubeObject } from "../kube/objects.js";
import { Tree } from "../machinery/tree.js";
import { readProject } from "../project/file.js";
import { printObject } from "../render/render.js";
import type { Value } from "../render/value.js";
import { chooseImage } from "./choose-image.js";
import type { CommandResult, Context } from "./context.js";
import type { BuildInstallerOptions } from "./declared/cluster.js";
import { changesOf, type DriftTexts, finishPlan } from "./file-plan.js";
import { freshManifests, freshnessOf } from "./fresh-manifests.js";
import { openFiles } from "./open-files.js";
import { projectPath } from "./output-options.js";
import { renderedDocuments } from "./rendered-objects.js";

const drift: DriftTexts = {
  code: "manifests/out-of-date",
  wanted: "what the kustomization makes",
  command: "npm run build-installer",
};

/**
 * Writes all objects that `deploy` would apply to one file, for users who have only kubectl.
 *
 * @throws TsopError as rendering and choosing the image; `scaffold/collision` where another file has the name
 */
export async function buildInstaller(options: BuildInstallerOptions, context: Context): Promise<CommandResult> {
  const root = context.cwd;
  const out = projectPath("--out", options.out ?? "dist/install.yaml", root, "file");
  readProject(root);
  const freshness = options.stdout === true ? "preview" : freshnessOf(options);
  const { files } = await freshManifests(freshness, context);
  const documents = await renderedDocuments({ ...options, files }, context);
  const { img, imageDigest = false } = options;
  const choice = defined({ imageDigest, img });
  const chosen = chooseImage([...documents.keys()], choice, context);
  const { objects, ownObjects, warnings } = planInstaller(chosen.objects);
  for (const warning of warnings) context.output.warn(warning);
  const print = (some: readonly KubeObject[]): string =>
    // Print again each object that the image changes. Like all rendered objects, it contains only JSON values.
    some.map((object) => documents.get(object) ?? printObject(object as unknown as Value)).join("---\n");
  if (options.stdout === true) return printed([...objects, ...ownObjects], print, warnings);
  const tree = new Tree(openFiles(root, context));
  place(tree, out, print(objects));
  const second = besides(out);
  const isTwo = ownObjects.length > 0;
  if (isTwo) place(tree, second, print(ownObjects));
  else if (isOurs(tree.read(second) ?? "")) tree.delete(second);
  const actions = tree.actions();
  const made = isTwo ? [out, second] : [out];
  const afterwards = `When the operator is ready, \`kubectl apply --server-side -f ${second}\`: the objects of its own kinds.`;
  const plan = {
    ...{ actions, drift, warnings },
    unchanged: [`${made.join(" and ")} ${isTwo ? "are" : "is"} up to date`],
    done: [`Install it with \`kubectl apply --server-side -f ${out}\`.`, ...(isTwo ? [afterwards] : [])],
    json: { files: made, changes: changesOf(actions), diagnostics: warnings },
  };
  return finishPlan(root, plan, options);
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

/** Returns the path of the file for objects of the operator's own kinds: `dist/install-objects.yaml`. */
function besides(file: string): string {
  const { dir, name, ext } = path.posix.parse(file);
  return path.posix.join(dir, `${name}-objects${ext}`);
}

const firstLine = "# Made by `tsop build-installer`, which replaces it: change what it is made from.";

function isOurs(text: string): boolean {
  return text.startsWith(firstLine);
}

function place(tree: Tree, file: string, text: string): void {
  const present = tree.read(file) ?? "";
  if (present.trim() !== "" && !isOurs(present)) {
    throw new TsopError("scaffold/collision", `${file} is there, and is no installer that tsop has made`, {
      at: { file },
      hint: "Choose another file with --out, or take it away.",
    });
  }
  tree.write(file, `${firstLine}\n${text}`);
}
