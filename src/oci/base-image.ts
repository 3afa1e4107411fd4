/** Finds the base image of a build: its digest, and its manifest and configuration for each platform. */
import { TsopError } from "../core/errors.js";
import { type ImageConfig, type Manifest, type Platform, readImageConfig, readManifest } from "./read-documents.js";
import type { Content, Descriptor } from "./digest.js";

/** The source of a base image: a registry, or a folder. */
export interface ContentSource {
  /** Returns a manifest or index by tag or digest; undefined if it does not exist. */
  readManifest(repository: string, reference: string): Promise<Content | undefined>;
  /** Returns a small blob, such as a configuration. */
  readBlob(repository: string, descriptor: Descriptor): Promise<Uint8Array>;
  /** Yields the bytes of a blob. The caller checks the digest. */
  openBlob(repository: string, descriptor: Descriptor): Promise<AsyncIterable<Uint8Array>>;
}

export interface BaseImage {
  /** The digest that the name refers to: an index, or the image of the only platform. */
  readonly digest: string;
  readonly images: readonly { readonly manifest: Manifest; readonly config: ImageConfig }[];
}

/**
 * @param platforms - at least one, such as `linux/arm64`
 * @throws TsopError `image/no-base` if the registry does not have the image, or not for a platform
 */
export async function findBaseImage(
  {
    source,
    repository,
    reference,
  }: { readonly source: ContentSource; readonly repository: string; readonly reference: string },
  { image, platforms }: { readonly image: string; readonly platforms: readonly string[] },
): Promise<BaseImage> {
  const found = await source.readManifest(repository, reference);
  if (found === undefined) {
    throw new TsopError("image/no-base", `the base image ${image} does not exist in its registry`, {
      hint: "Correct BASE_IMAGE in the Dockerfile, or pass --base-image.",
    });
  }
  const document = readManifest(found.bytes, found.descriptor.mediaType, image);
  const read = async (manifest: Manifest): Promise<BaseImage["images"][number]> => ({
    manifest,
    config: readImageConfig(await source.readBlob(repository, manifest.config), image),
  });
  if (document.kind === "manifest") {
    const only = await read(document.manifest);
    const own = [only.config.os, only.config.architecture].join("/");
    const missing = platforms.find((platform) => !matches(platform, only.config));
    if (missing !== undefined) throw noPlatform(image, missing, [own]);
    return { digest: found.descriptor.digest, images: [only] };
  }
  const images = [];
  for (const platform of platforms) {
    const entry = document.images.find((each) => matches(platform, each.platform));
    if (entry === undefined)
      throw noPlatform(
        image,
        platform,
        document.images.map((each) => printPlatform(each.platform)),
      );
    const content = await source.readManifest(repository, entry.digest);
    const inner = content && readManifest(content.bytes, content.descriptor.mediaType, image);
    if (inner?.kind !== "manifest") throw noPlatform(image, platform, []);
    images.push(await read(inner.manifest));
  }
  return { digest: found.descriptor.digest, images };
}

/** Without a variant, any variant matches; arm64 and arm64/v8 are the same. */
function matches(
  wanted: string,
  { os, architecture, variant }: { os: string; architecture: string; variant?: unknown },
): boolean {
  const [wantedOs, wantedArchitecture, wantedVariant] = wanted.split("/");
  return (
    os === wantedOs &&
    architecture === wantedArchitecture &&
    (wantedVariant === undefined || variant === wantedVariant || (architecture === "arm64" && wantedVariant === "v8"))
  );
}

export function printPlatform({ os, architecture, variant }: Platform): string {
  return [os, architecture, ...(variant === undefined ? [] : [variant])].join("/");
}

function noPlatform(image: string, platform: string, available: readonly string[]): TsopError {
  const list = available.filter((each) => !each.startsWith("unknown/"));
  return new TsopError("image/no-base", `the base image ${image} does not exist for ${platform}`, {
    hint:
      list.length === 0 ? "Choose another platform or base image." : `It exists for ${list.slice(0, 20).join(", ")}.`,
  });
}
