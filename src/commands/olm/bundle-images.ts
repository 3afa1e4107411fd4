/** The images in a bundle. */
import { namesImage } from "../../cluster/deploy/images.js";
import { defined } from "../../core/defined.js";
import type { ExactJsonObject } from "../../core/json.js";
import { listAt, textAt } from "../../core/object-fields.js";
import type { KubeObject } from "../../kube/objects.js";
import { csvKeys } from "../../olm/annotations.js";
import { podOf } from "../../olm/generate/deployments.js";
import { sortRendered } from "../../olm/generate/rendered.js";
import { readRememberedImage } from "../../project/remembered-image.js";
import { chooseImage } from "../choose-image.js";
import type { Context } from "../context.js";
import { withDigests } from "./image-digests.js";
import type { BundleOptions } from "../declared/olm.js";

export interface BundleImages {
  readonly objects: readonly ExactJsonObject[];
  /** The operator's image; undefined if only the manifests name it. */
  readonly image: string | undefined;
}

interface Wanted {
  readonly options: Pick<BundleOptions, "img" | "imageDigest" | "useImageDigests">;
  /** The existing ClusterServiceVersion; empty if there is none. */
  readonly previous: ExactJsonObject;
  readonly version: string;
}

/**
 * Sets the operator's image: the image that `deploy` would use, or else the image of the existing bundle of this version.
 *
 * @throws TsopError `deploy/no-image`, `image/no-digest`
 */
export async function withBundleImages(
  objects: readonly ExactJsonObject[],
  { options, previous, version }: Wanted,
  context: Context,
): Promise<BundleImages> {
  const { img, imageDigest, useImageDigests = false } = options;
  // Rendering has checked that each object has an apiVersion, a kind and a name.
  const rendered = objects as unknown as readonly KubeObject[];
  const known = textAt(previous, "spec", "version") === version ? imageOf(previous) : "";
  const hasOther =
    (context.env["IMG"] ?? "") !== "" || namesImage(rendered) || readRememberedImage(context) !== undefined;
  const name = img ?? (hasOther || known === "" ? undefined : known);
  const chosen = chooseImage(rendered, defined({ img: name, imageDigest }), context);
  const tagged = chosen.objects as unknown as readonly ExactJsonObject[]; // the same objects, with another image
  const named = useImageDigests ? await withDigests(tagged, context) : tagged;
  return { objects: named, image: managerImage(named) };
}

function imageOf(csv: ExactJsonObject): string {
  return textAt(csv, "metadata", "annotations", csvKeys.containerImage);
}

/** Returns the image of the operator's container: `manager`, or else the first one. */
function managerImage(objects: readonly ExactJsonObject[]): string | undefined {
  const containers = sortRendered(objects).deployments.flatMap((each) => [...listAt(podOf(each), "containers")]);
  const manager = containers.find((each) => textAt(each, "name") === "manager") ?? containers[0];
  return textAt(manager, "image") || undefined;
}
