import { realpathSync } from "node:fs";
import path from "node:path";
import { TsopError } from "../core/errors.js";
import type { KubeObject } from "../kube/objects.js";
import { diskFiles } from "../render/disk-files.js";
import type { Files } from "../render/folder.js";
import { render, type Rendered } from "../render/render.js";
import type { Context } from "./context.js";
import type { RenderOptions } from "./declared/cluster.js";

/** The folder that renders all scaffolded objects in the cluster. */
export const defaultFolder = "config/default";

/** The kustomization, and its renderer. */
export interface RenderSource extends RenderOptions {
  /** The files to read. Default: the disk. An external kustomize always reads the disk. */
  readonly files?: Files;
}

type Renderer = Pick<Context, "cwd" | "exec" | "signal">;

/**
 * Renders the objects of a kustomization.
 *
 * @throws TsopError `render/…`; `render/invalid` if the kustomization renders no objects
 */
export async function renderedObjects(source: RenderSource, context: Renderer): Promise<KubeObject[]> {
  const { dir = defaultFolder } = source;
  return objectsOf(await renderSource(source, context), dir);
}

/** Returns the rendered objects. @throws TsopError `render/invalid` where there are none */
export function objectsOf(rendered: Rendered, dir: string): KubeObject[] {
  const objects = rendered.objects();
  refuseNone(objects, dir);
  return objects as unknown as KubeObject[]; // rendering has checked that each has an apiVersion, a kind and a name
}

/**
 * Renders the same objects, each with its text.
 *
 * @throws TsopError as {@link renderedObjects}
 */
export async function renderedDocuments(source: RenderSource, context: Renderer): Promise<Map<KubeObject, string>> {
  const documents = (await renderSource(source, context)).documents();
  refuseNone(documents, source.dir ?? defaultFolder);
  return new Map(documents.map(({ object, yaml }) => [object as unknown as KubeObject, yaml])); // as above
}

/** Renders a folder, or reads the output of an external kustomize. @throws TsopError `render/…` */
export async function renderSource(
  { dir = defaultFolder, kustomize, files }: RenderSource,
  context: Renderer,
): Promise<Rendered> {
  if (kustomize === undefined) return renderHere(context.cwd, dir, files);
  return readBuilt(await runKustomize(kustomize, path.resolve(context.cwd, dir), context));
}

/** @throws TsopError `render/…` */
export function renderHere(given: string, dir: string, files: Files = diskFiles): Rendered {
  const root = files === diskFiles ? given : realpathSync(given); // plannedFiles uses real paths
  return render(path.resolve(root, dir), files, root);
}

/** Reads the output of an external kustomize as a kustomization that adds nothing, so that all output is read in the same way. */
export function readBuilt(built: string): Rendered {
  return render("/", builtFiles(built), "/");
}

/** Returns the output of an external kustomize for a folder. @throws TsopError `render/kustomize-failed` */
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
  throw new TsopError("render/invalid", `the kustomization in ${dir} generates no objects`, {
    hint: "List the files to deploy in its `resources`.",
  });
}
