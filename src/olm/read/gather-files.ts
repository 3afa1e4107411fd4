/** Gathers the files of a bundle from a folder. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { TsopError } from "../../core/errors.js";
import type { BundleFiles } from "./bundle.js";

/** The most that tsop reads: OLM accepts about 1 MB of compressed files. */
export const bundleLimits = { mostBytes: 64 * 1024 * 1024, mostFiles: 10_000 } as const;

/**
 * Reads all files below a folder.
 *
 * @param shown - the path of the folder in messages
 * @throws TsopError `bundle/not-found`, `bundle/too-large` or `files/read-failed`
 */
export function gatherBundleFiles(folder: string, shown: string): BundleFiles {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new TsopError("bundle/not-found", `${shown} is not a folder`, {
      hint: "Name the folder that contains manifests/ and metadata/, such as `bundle`; or an image with its tag or digest, such as REGISTRY/NAME:TAG.",
    });
  }
  const files = new Map<string, Uint8Array>();
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    bytes += statSync(file).size;
    if (bytes > bundleLimits.mostBytes || files.size >= bundleLimits.mostFiles) throw tooLarge(shown);
    files.set(path.relative(folder, file).replaceAll(path.sep, "/"), readFileSync(file));
  }
  return files;
}

/** @param shown - the folder or the image */
export function tooLarge(shown: string): TsopError {
  const { mostFiles, mostBytes } = bundleLimits;
  return new TsopError("bundle/too-large", `${shown} contains more files than a bundle can have`, {
    hint: `Name the folder or the image of one bundle: at most ${mostFiles} files, and ${mostBytes / 1024 / 1024} MB.`,
  });
}
