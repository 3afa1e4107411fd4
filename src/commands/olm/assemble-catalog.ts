/** Assembles the image of a catalog without a container tool. */
import path from "node:path";
import { sourceDateEpoch } from "../../images/source-date.js";
import { assembleImage } from "../../oci/assemble.js";
import { openImageStore, storeFolder } from "../../oci/image-store.js";
import { buildLayer, type LayerEntry } from "../../oci/layer.js";
import { scratch } from "../../oci/scratch.js";
import { catalogLabel } from "../../olm/annotations.js";
import { catalogFolder } from "../../olm/catalog/install-manifests.js";
import type { Context } from "../context.js";
import { copiedFiles } from "../images/without-tool/copied-files.js";

/**
 * Assembles the image of the catalog in a folder, and stores it for its push. The same catalog gives the same image.
 *
 * @throws TsopError `image/copy-failed` for a link in the catalog
 */
export function assembleCatalog(image: string, folder: string, { cwd, env }: Context): void {
  const epoch = sourceDateEpoch(env["SOURCE_DATE_EPOCH"]);
  const root = path.resolve(cwd, folder);
  const copy = { sources: [path.basename(root)], target: catalogFolder, owner: { uid: 0, gid: 0 }, mode: undefined };
  const layer = buildLayer(copiedFiles(path.dirname(root), [copy], "").map(readable), epoch);
  const { config, manifest } = assembleImage({
    base: scratch,
    layer,
    change: { env: new Map(), labels: new Map([[catalogLabel, catalogFolder]]), exposedPorts: [] },
    history: [{ text: `COPY ${path.basename(root)} ${catalogFolder}`, hasLayer: true }],
    annotations: {},
    epoch,
  });
  const { digest, mediaType } = manifest.descriptor;
  const store = openImageStore(storeFolder(env));
  store.save(image, { digest, mediaType, base: "scratch", attachments: [] }, [layer.content, config, manifest]);
}

/** Makes an entry readable for all users, regardless of the umask. */
function readable(entry: LayerEntry): LayerEntry {
  return { ...entry, mode: entry.bytes === undefined ? 0o755 : 0o644 };
}
