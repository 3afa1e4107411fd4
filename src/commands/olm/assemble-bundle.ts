/** Assembles the image of a bundle without a container tool. */
import { existsSync } from "node:fs";
import path from "node:path";
import { textOf } from "../../project/files.js";
import { bundleFolders } from "../../olm/annotations.js";
import type { Context } from "../context.js";
import { copiedFiles } from "../images/without-tool/copied-files.js";
import { assembleFiles } from "./assemble-files.js";
import { bundleFolder } from "./bundle-identity.js";
import type { ExistingBundle } from "./existing-bundle.js";

export const dockerignoreFile = "bundle.Dockerfile.dockerignore";

/**
 * Assembles the image, and stores it for its push. The same bundle gives the same image.
 *
 * @returns the digest of the image
 * @throws TsopError `image/copy-failed` for a link in the bundle
 */
export function assembleBundle(image: string, { labels }: ExistingBundle, context: Context): string {
  const { cwd } = context;
  const copies = Object.values(bundleFolders)
    .filter((folder) => existsSync(path.join(cwd, bundleFolder, folder)))
    .map((folder) => ({
      sources: [`${bundleFolder}/${folder}`],
      target: `/${folder}`,
      owner: { uid: 0, gid: 0 },
      mode: undefined,
    }));
  const entries = copiedFiles(cwd, copies, textOf(cwd, dockerignoreFile) ?? "");
  return assembleFiles(image, { entries, labels, history: `COPY ${bundleFolder} /` }, context);
}
