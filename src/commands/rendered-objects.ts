import path from "node:path";
import { TsopError } from "../core/errors.js";
import type { KubeObject } from "../kube/objects.js";
import { diskFiles } from "../render/disk-files.js";
import { render, type Rendered } from "../render/render.js";

/** Everything that runs in the cluster, in a scaffold. */
export const defaultFolder = "config/default";

/**
 * The objects that a kustomization makes.
 *
 * @throws TsopError `render/…`; `render/invalid` where it makes none
 */
export function renderedObjects(root: string, folder = defaultFolder): KubeObject[] {
  const objects = renderFolder(root, folder).objects();
  refuseNone(objects, folder);
  return objects as unknown as KubeObject[]; // rendering has checked that each has an apiVersion, a kind and a name
}

/**
 * The same, each with its text.
 *
 * @throws TsopError as {@link renderedObjects}
 */
export function renderedDocuments(root: string, folder = defaultFolder): Map<KubeObject, string> {
  const documents = renderFolder(root, folder).documents();
  refuseNone(documents, folder);
  return new Map(documents.map(({ object, yaml }) => [object as unknown as KubeObject, yaml])); // as above
}

function renderFolder(root: string, folder: string): Rendered {
  return render(path.resolve(root, folder), diskFiles, root);
}

function refuseNone(objects: readonly unknown[], folder: string): void {
  if (objects.length > 0) return;
  throw new TsopError("render/invalid", `the kustomization in ${folder} makes no objects`, {
    hint: "List what is to be deployed in its `resources`.",
  });
}
