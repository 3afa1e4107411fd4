/** Reads the labels of a bundle's image: whether it is a bundle, and which folders contain it. */
import { TsopError } from "../../core/errors.js";
import { oneLine } from "../../core/visible.js";
import { bundleFolders, bundleKeys, bundleMediaTypes, catalogLabel } from "../annotations.js";

/**
 * Returns the folders in the root of the image that contain the bundle. OLM reads only `/manifests` and `/metadata`,
 * so labels with other folders are an error.
 *
 * @throws TsopError `bundle/not-found`
 */
export function bundleFoldersIn(labels: ReadonlyMap<string, string>, image: string): ReadonlySet<string> {
  const mediaType = labels.get(bundleKeys.mediaType) ?? bundleMediaTypes.registry;
  if (!labels.has(bundleKeys.package)) {
    throw labels.has(catalogLabel)
      ? notBundle(`${image} is the image of a catalog, not of a bundle`, "Name the image of one bundle.")
      : notBundle(
          `${image} is not the image of a bundle: it has no label ${bundleKeys.package}`,
          "Name an image that `tsop bundle push` pushed, not the image of the operator.",
        );
  }
  if (mediaType !== bundleMediaTypes.registry) {
    throw notBundle(
      `${image} is a bundle of the format ${oneLine(mediaType)}`,
      `tsop reads the format ${bundleMediaTypes.registry}.`,
    );
  }
  checkFolder(labels, bundleKeys.manifests, bundleFolders.manifests, image);
  checkFolder(labels, bundleKeys.metadata, bundleFolders.metadata, image);
  const folders = [bundleFolders.manifests, bundleFolders.metadata, bundleFolders.scorecard];
  return new Set([...folders, labels.get(bundleKeys.testConfig) ?? ""].flatMap((each) => namesOf(each).slice(0, 1)));
}

function checkFolder(labels: ReadonlyMap<string, string>, key: string, expected: string, image: string): void {
  const written = labels.get(key) ?? expected;
  if (namesOf(written).join("/") === namesOf(expected).join("/")) return;
  throw notBundle(
    `the label ${key} of ${image} is ${JSON.stringify(written)}`,
    `OLM reads the folder ${expected} of the image: put the files there, and correct the label.`,
  );
}

function namesOf(folder: string): string[] {
  return folder.split("/").filter((name) => name !== "" && name !== ".");
}

function notBundle(message: string, hint: string): TsopError {
  return new TsopError("bundle/not-found", message, { hint });
}
