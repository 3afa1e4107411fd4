import { realpathSync } from "node:fs";
import path from "node:path";
import { TsopError } from "../core/errors.js";
import type { KubeObject } from "../kube/objects.js";
import { diskFiles } from "../render/disk-files.js";
import type { Files } from "../render/folder.js";
import { render, type Rendered } from "../render/render.js";
import type { Context } from "./context.js";
import type { RenderOptions } from "./declared/cluster.js";

/** Everything that runs in the cluster, in a scaffold. */
export const defaultFolder = "config/default";

/** The kustomization, and what renders it. */
export interface RenderSource extends RenderOptions {
  /** Where the files are read. Default: the disk. A kustomize of your own reads the disk in any case. */
  readonly files?: Files;
}

type Renderer = Pick<Context, "cwd" | "exec" | "signal">;

/**
 * The objects that a kustomization makes.
 *
 * @throws TsopError `render/…`; `render/invalid` where it makes none
 */
export async function renderedObjects(source: RenderSource, context: Renderer): Promise<KubeObject[]> {
  const { dir = defaultFolder } = source;
  return objectsOf(await renderSource(source, context), dir);
}

/** The objects of what has been rendered. @throws TsopError `render/invalid` where there are none */
export function objectsOf(rendered: Rendered, dir: string): KubeObject[] {
  const objects = rendered.objects();
  refuseNone(objects, dir);
  return objects as unknown as KubeObject[]; // rendering has checked that each has an apiVersion, a kind and a name
}

/**
 * The same, each with its text.
 *
 * @throws TsopError as {@link renderedObjects}
 */
export async function renderedDocuments(source: RenderSource, context: Renderer): Promise<Map<KubeObject, string>> {
  const documents = (await renderSource(source, context)).documents();
  refuseNone(documents, source.dir ?? defaultFolder);
  return new Map(documents.map(({ object, yaml }) => [object as unknown as KubeObject, yaml])); // as above
}

/** Renders a folder, or reads what another kustomize makes of it. @throws TsopError `render/…` */
export async function renderSource(
  { dir = defaultFolder, kustomize, files }: RenderSource,
  context: Renderer,
): Promise<Rendered> {
  if (kustomize === undefined) return renderHere(context.cwd, dir, files);
  return readBuilt(await runKustomize(kustomize, path.resolve(context.cwd, dir), context));
}

/** @throws TsopError `render/…` */
export function renderHere(given: string, dir: string, files: Files = diskFiles): Rendered {
  const root = files === diskFiles ? given : realpathSync(given); // by which plannedFiles knows its files
  return render(path.resolve(root, dir), files, root);
}

/** What a kustomize has printed, as a kustomization that adds nothing to it: so it is read like any other. */
export function readBuilt(built: string): Rendered {
  return render("/", builtFiles(built), "/");
}

/** What a kustomize prints of a folder. @throws TsopError `render/kustomize-failed` */
export async function runKustomize(
  kustomize: string,
  folder: string,
  { cwd, exec, signal }: Renderer,
): Promise<string> {
  const { exitCode, terminatedBy, stdout, stderr } = await exec(kustomize, ["build", folder], { cwd, signal });
  if (exitCode === 0) return stdout;
  throw new TsopError("render/kustomize-failed", `${kustomize} build ${folder} failed: ${terminatedBy ?? exitCode}`, {
    hint: stderr.trim(),
  });
}

const builtFile = "the-output-of-kustomize.yaml";

function builtFiles(built: string): Files {
  const texts = new Map([
    ["/kustomization.yaml", `resources:\n- ${builtFile}\n`],
    [`/${builtFile}`, built],
  ]);
  return {
    resolve: (location) =>
      location === "/"
        ? { path: "/", isFolder: true }
        : texts.has(location)
          ? { path: location, isFolder: false }
          : undefined,
    read: (location) => Buffer.from(texts.get(location) ?? ""),
    list: () => [builtFile],
  };
}

function refuseNone(objects: readonly unknown[], dir: string): void {
  if (objects.length > 0) return;
  throw new TsopError("render/invalid", `the kustomization in ${dir} makes no objects`, {
    hint: "List what is to be deployed in its `resources`.",
  });
}
