import path from "node:path";
import { TsopError } from "../core/errors.js";
import type { KubeObject } from "../kube/objects.js";
import { diskFiles } from "../render/disk-files.js";
import { render } from "../render/render.js";

/** Everything that runs in the cluster, in a scaffold. */
export const defaultFolder = "config/default";

/**
 * The objects that a kustomization makes.
 *
 * @throws TsopError `render/…`; `render/invalid` where it makes none
 */
export function renderedObjects(root: string, folder = defaultFolder): KubeObject[] {
  // Rendering has checked that each has an apiVersion, a kind and a name.
  const objects = render(path.resolve(root, folder), diskFiles, root).objects() as unknown as KubeObject[];
  if (objects.length > 0) return objects;
  throw new TsopError("render/invalid", `the kustomization in ${folder} makes no objects`, {
    hint: "List what is to be deployed in its `resources`.",
  });
}
