/** Reads the files of a bundle that the user names: a folder, or an image. */
import { existsSync } from "node:fs";
import path from "node:path";
import { TsopError } from "../../core/errors.js";
import { isImageDigest } from "../../core/image-reference.js";
import { openImage } from "../../oci/image-files.js";
import { parseImageName } from "../../oci/image-name.js";
import { imageFault } from "../../olm/catalog/image-fault.js";
import type { BundleFiles } from "../../olm/read/bundle.js";
import { bundleLimits, gatherBundleFiles, tooLarge } from "../../olm/read/gather-files.js";
import { bundleFoldersIn } from "../../olm/read/image-folders.js";
import type { Context } from "../context.js";
import { openRegistry } from "../images/without-tool/open-registry.js";

export interface BundleSource {
  readonly files: BundleFiles;
  /** The folder or the image, for messages. */
  readonly shown: string;
  /** Undefined for a folder. */
  readonly image: string | undefined;
}

/**
 * Reads the files of a bundle: from the folder if there is one of this name, otherwise from the image, which needs a
 * tag or a digest, so that a wrong path is not taken for an image of Docker Hub.
 *
 * @throws TsopError `bundle/not-found`, `bundle/too-large`, `usage/invalid-argument`, the errors of registries
 */
export async function gatherBundle(given: string, tlsVerify: boolean, context: Context): Promise<BundleSource> {
  const folder = path.resolve(context.cwd, given);
  if (existsSync(folder) || !/[:@]/.test(given.split(/[/\\]/).at(-1) ?? "")) {
    const shown = given.replaceAll(path.sep, "/").replace(/(?<=[^/])\/+$/, "");
    return { files: gatherBundleFiles(folder, shown), shown, image: undefined };
  }
  const fault = imageFault(given) ?? digestFault(parseImageName(given).digest);
  if (fault !== undefined) {
    const message = `${JSON.stringify(given)} is neither a folder nor the name of an image: ${fault}`;
    throw new TsopError("usage/invalid-argument", message, {
      hint: "Name a folder with manifests/ and metadata/, or write REGISTRY/NAME:TAG or REGISTRY/NAME@DIGEST.",
    });
  }
  return { files: await imageFiles(given, tlsVerify, context), shown: given, image: given };
}

/** tsop can check only digests with SHA-256. */
function digestFault(digest: string | undefined): string | undefined {
  return digest === undefined || isImageDigest(digest) ? undefined : "tsop reads only images with a sha256 digest";
}

async function imageFiles(image: string, tlsVerify: boolean, context: Context): Promise<BundleFiles> {
  const name = parseImageName(image);
  const registry = openRegistry(name.registry, tlsVerify, context);
  const progress = context.output.progress(`reading ${image}`);
  try {
    const opened = await openImage(registry, name, image);
    if (opened === undefined) {
      throw new TsopError("bundle/not-found", `${image} is not a folder, and the registry has no such image`, {
        hint: "Push the image, or correct its name. tsop reads images from their registry, not from this machine.",
      });
    }
    const files = await opened.readFiles(bundleFoldersIn(opened.labels, image), bundleLimits);
    if (files === undefined) throw tooLarge(image);
    return files;
  } finally {
    progress.done();
    registry.close();
  }
}
