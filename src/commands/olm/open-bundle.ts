import { TsopError } from "../../core/errors.js";
import { imageFault } from "../../olm/catalog/image-fault.js";
import type { BundleFormat } from "../../olm/catalog/render/bundle-properties.js";
import { renderBundle, type RenderedBundle } from "../../olm/catalog/render/render-bundle.js";
import { readBundle } from "../../olm/read/read-bundle.js";
import type { Context } from "../context.js";
import { gatherBundle } from "./bundle-source.js";

/** The folder of the bundle unless the user names another. */
export const defaultBundle = "bundle";

/**
 * Reads a bundle from a folder or an image, and creates its olm.bundle document. Without `img`, the document contains the
 * image from which tsop reads the bundle.
 *
 * @throws TsopError `usage/invalid-argument`, the errors of `gatherBundle`, or all reasons why a catalog cannot contain the bundle
 */
export async function openBundle(
  {
    bundle = defaultBundle,
    img,
    format,
    tlsVerify = true,
  }: {
    readonly bundle?: string;
    readonly img?: string;
    readonly format: BundleFormat;
    readonly tlsVerify?: boolean;
  },
  context: Context,
): Promise<RenderedBundle> {
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
  const { files, shown, image } = await gatherBundle(bundle, tlsVerify, context);
  if (img === undefined && image === undefined && format === "csv-metadata") {
    throw new TsopError("usage/invalid-argument", "the image of the bundle is missing", {
      hint: "Pass --img IMAGE, from which clusters pull the bundle; or --format objects, which puts all manifests into the catalog.",
    });
  }
  const rendering = renderBundle(readBundle(files, shown), img ?? image ?? "", format);
  if (rendering.kind === "faults") throw TsopError.fromDiagnostics(rendering.diagnostics);
  return rendering.rendered;
}
