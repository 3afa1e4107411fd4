/** Reads the platforms of an image. */
import type { ContentSource } from "./base-image.js";
import { type ImageName, referenceOf } from "./image-name.js";
import { type Platform, readImageConfig, readManifest } from "./read-documents.js";

/**
 * Returns the platforms of an image: those of its index, or else the one in its configuration. Attestations in an index
 * have no platform, and are left out.
 *
 * @param image - the name as the user wrote it, for messages
 * @returns undefined if the registry does not have the image
 */
export async function readPlatforms(
  source: ContentSource,
  name: ImageName,
  image: string,
): Promise<readonly Platform[] | undefined> {
  const { repository } = name;
  const found = await source.readManifest(repository, referenceOf(name));
  if (found === undefined) return undefined;
  const document = readManifest(found.bytes, found.descriptor.mediaType, image);
  if (document.kind === "index") {
    const platforms = document.images.map(({ platform }) => platform);
    return platforms.filter(
      ({ os, architecture }) => ![os, architecture].some((each) => ["", "unknown"].includes(each)),
    );
  }
  const { os, architecture } = readImageConfig(await source.readBlob(repository, document.manifest.config), image);
  return [{ os, architecture }];
}
