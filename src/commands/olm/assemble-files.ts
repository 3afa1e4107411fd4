/** Assembles an image that contains only files, without a container tool. */
import { sourceDateEpoch } from "../../images/source-date.js";
import { assembleImage } from "../../oci/assemble.js";
import { openImageStore, storeFolder } from "../../oci/image-store.js";
import { buildLayer, type LayerEntry } from "../../oci/layer.js";
import { scratch } from "../../oci/scratch.js";
import type { Context } from "../context.js";

export interface ImageOfFiles {
  readonly entries: readonly LayerEntry[];
  readonly labels: ReadonlyMap<string, string>;
  /** What the history of the image shows: `COPY bundle /`. */
  readonly history: string;
}

/**
 * Assembles the image, and stores it for its push. The same files give the same image.
 *
 * @returns the digest of the image
 */
export function assembleFiles(
  image: string,
  { entries, labels, history }: ImageOfFiles,
  { env }: Pick<Context, "env">,
): string {
  const epoch = sourceDateEpoch(env["SOURCE_DATE_EPOCH"]);
  const layer = buildLayer(entries, epoch);
  const { config, manifest } = assembleImage({
    base: scratch,
    layer,
    change: { env: new Map(), labels, exposedPorts: [] },
    history: [{ text: history, hasLayer: true }],
    annotations: {},
    epoch,
  });
  const { digest, mediaType } = manifest.descriptor;
  const store = openImageStore(storeFolder(env));
  store.save(image, { digest, mediaType, base: "scratch", attachments: [] }, [layer.content, config, manifest]);
  return digest;
}
