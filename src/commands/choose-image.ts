import { namesImage, setImage } from "../cluster/deploy/images.js";
import { TsopError } from "../core/errors.js";
import type { KubeObject } from "../kube/objects.js";
import { findRememberedImage } from "../project/remembered-image.js";
import type { Context } from "./context.js";
import type { DeployOptions } from "./declared/cluster.js";
import { lastImage, namedImage } from "./images/image-name.js";

export interface ChosenImage {
  readonly objects: readonly KubeObject[];
  /** The image; undefined if the manifests name it. */
  readonly image: string | undefined;
}

/**
 * The options that choose the image. With `imageDigest`, tsop names the image by the digest that its push returned, so
 * that Pods run exactly the pushed image. If true, the digest must be known. Default: used if it is known.
 */
export type ImageChoice = Pick<DeployOptions, "img" | "imageDigest">;

type Place = Pick<Context, "cwd" | "env" | "output">;

/**
 * Sets the operator's image in the objects: the image of `--img`, of `IMG`, of the manifests, or of the previous run.
 *
 * @throws TsopError `deploy/no-image` if no image is named, `image/no-digest`
 */
export function chooseImage(objects: readonly KubeObject[], choice: ImageChoice, context: Place): ChosenImage {
  const named = namedImage(choice.img, context);
  if (named === undefined && choice.imageDigest !== true && namesImage(objects)) return { objects, image: undefined };
  const image = named ?? lastImage(context);
  if (image === undefined) {
    throw new TsopError("deploy/no-image", "the operator's image is not known", {
      hint:
        "Build and push an image; tsop remembers its name:\n" +
        "npm run docker-build -- --img registry.example.com/demo:v0.1.0 && npm run docker-push\n" +
        "Or name an existing image: npm run deploy -- --img registry.example.com/demo:v0.1.0   (or: export IMG=…)",
    });
  }
  return { objects: setImage(objects, withDigest(image, choice.imageDigest, context)), image };
}

/**
 * Returns the image as a manifest names it. A tag can name another image later, and nodes that cache an image with the
 * tag keep it. A digest always names the same image.
 *
 * @throws TsopError `image/no-digest` if the digest must be known and is not
 */
export function withDigest(image: string, isWanted: boolean | undefined, context: Place): string {
  if (image.includes("@") || isWanted === false) return image;
  const remembered = findRememberedImage(context, image);
  const digest = remembered?.pushed?.digest;
  if (digest !== undefined) {
    context.output.note(`digest: ${digest}, from the push (--image-digest=false deploys the tag alone)`);
    return `${image}@${digest}`;
  }
  if (isWanted === true) {
    throw new TsopError(
      "image/no-digest",
      `the digest of ${image} is not known: the image was not pushed from this folder`,
      {
        hint: `Push it (npm run docker-push), or name the digest: --img ${image}@sha256:…`,
      },
    );
  }
  const isOnlyBuilt = remembered?.built !== undefined && remembered.pushed === undefined;
  const nodes = "a node that already has an image with this name keeps it";
  context.output.note(
    isOnlyBuilt
      ? `The image was built here, and not pushed since: run npm run docker-push first, unless the nodes have it (${nodes}).`
      : `The digest of the image is not known: ${nodes}.`,
  );
  return image;
}
