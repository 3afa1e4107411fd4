/** Assembles the image of a catalog without a container tool. */
import path from "node:path";
import type { LayerEntry } from "../../oci/layer.js";
import { catalogLabel } from "../../olm/annotations.js";
import { catalogFolder } from "../../olm/catalog/install-manifests.js";
import type { Context } from "../context.js";
import { copiedFiles } from "../images/without-tool/copied-files.js";
import { assembleFiles } from "./assemble-files.js";

/**
 * Assembles the image of the catalog in a folder, and stores it for its push. The same catalog gives the same image.
 *
 * @returns the digest of the image
 * @throws TsopError `image/copy-failed` for a link in the catalog
 */
export function assembleCatalog(image: string, folder: string, context: Context): string {
  const root = path.resolve(context.cwd, folder);
  const copy = { sources: [path.basename(root)], target: catalogFolder, owner: { uid: 0, gid: 0 }, mode: undefined };
  const entries = copiedFiles(path.dirname(root), [copy], "").map(readable);
  const labels = new Map([[catalogLabel, catalogFolder]]);
  return assembleFiles(image, { entries, labels, history: `COPY ${path.basename(root)} ${catalogFolder}` }, context);
}

/** Makes an entry readable for all users, regardless of the umask. */
function readable(entry: LayerEntry): LayerEntry {
  return { ...entry, mode: entry.bytes === undefined ? 0o755 : 0o644 };
}
