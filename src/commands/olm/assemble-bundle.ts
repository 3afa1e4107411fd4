/** Assembles the image of a bundle without a container tool. */
import { existsSync } from "node:fs";
import path from "node:path";
import { textOf } from "../../project/files.js";
import { sourceDateEpoch } from "../../images/source-date.js";
import { assembleImage } from "../../oci/assemble.js";
import { openImageStore, storeFolder } from "../../oci/image-store.js";
import { buildLayer } from "../../oci/layer.js";
import { scratch } from "../../oci/scratch.js";
import { bundleFolders } from "../../olm/annotations.js";
import type { Context } from "../context.js";
import { copiedFiles } from "../images/without-tool/copied-files.js";
import { bundleFolder } from "./bundle-identity.js";
import type { ExistingBundle } from "./existing-bundle.js";

export const dockerignoreFile = "bundle.Dockerfile.dockerignore";

/**
 * Assembles the image, and stores it for its push. The same bundle gives the same image.
 *
 * @returns the digest of the image
 * @throws TsopError `image/copy-failed` for a link in the bundle
 */
export function assembleBundle(image: string, { labels }: ExistingBundle, { cwd, env }: Context): string {
  const epoch = sourceDateEpoch(env["SOURCE_DATE_EPOCH"]);
  const copies = Object.values(bundleFolders)
    .filter((folder) => existsSync(path.join(cwd, bundleFolder, folder)))
    .map((folder) => ({
      sources: [`${bundleFolder}/${folder}`],
      target: `/${folder}`,
      owner: { uid: 0, gid: 0 },
      mode: undefined,
    }));
  const layer = buildLayer(copiedFiles(cwd, copies, textOf(cwd, dockerignoreFile) ?? ""), epoch);
  const { config, manifest } = assembleImage({
    base: scratch,
    layer,
    change: { env: new Map(), labels, exposedPorts: [] },
    history: [{ text: `COPY ${bundleFolder} /`, hasLayer: true }],
    annotations: {},
    epoch,
  });
  const { digest, mediaType } = manifest.descriptor;
  const store = openImageStore(storeFolder(env));
  store.save(image, { digest, mediaType, base: "scratch", attachments: [] }, [layer.content, config, manifest]);
  return digest;
}
