import path from "node:path";
import { TsopError } from "../../core/errors.js";
import { imageFault } from "../../olm/catalog/image-fault.js";
import type { BundleFormat } from "../../olm/catalog/render/bundle-properties.js";
import { renderBundle, type RenderedBundle } from "../../olm/catalog/render/render-bundle.js";
import { gatherBundleFiles } from "../../olm/read/gather-files.js";
import { readBundle } from "../../olm/read/read-bundle.js";
import type { Context } from "../context.js";

/** The folder of the bundle unless the user names another. */
export const defaultBundle = "bundle";

/**
 * Reads the bundle in a folder, and creates its olm.bundle document.
 *
 * @throws TsopError `bundle/not-found`, `usage/invalid-argument`, or all reasons why a catalog cannot contain the bundle
 */
export function openBundle(
  {
    bundle = defaultBundle,
    img,
    format,
  }: { readonly bundle?: string; readonly img?: string; readonly format: BundleFormat },
  { cwd }: Context,
): RenderedBundle {
  const fault = img === undefined ? undefined : imageFault(img);
  if (fault !== undefined) {
    throw new TsopError(
      "usage/invalid-argument",
      `--img ${JSON.stringify(img)} is not the name of an image: ${fault}`,
      {
        hint: "Write REGISTRY/NAME:TAG or REGISTRY/NAME@DIGEST.",
      },
    );
  }
  if (img === undefined && format === "csv-metadata") {
    throw new TsopError("usage/invalid-argument", "the image of the bundle is missing", {
      hint: "Pass --img IMAGE, from which clusters pull the bundle; or --format objects, which puts all manifests into the catalog.",
    });
  }
  const shown = bundle.replaceAll(path.sep, "/").replace(/(?<=.)\/$/, "");
  const rendering = renderBundle(
    readBundle(gatherBundleFiles(path.resolve(cwd, bundle), shown), shown),
    img ?? "",
    format,
  );
  if (rendering.kind === "faults") throw TsopError.fromDiagnostics(rendering.diagnostics);
  return rendering.rendered;
}
