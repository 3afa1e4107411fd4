import { namesImage, setImage } from "../cluster/deploy/images.js";
import { TsopError } from "../core/errors.js";
import type { KubeObject } from "../kube/objects.js";
import { findRememberedImage } from "../project/remembered-image.js";
import type { Context } from "./context.js";
import type { DeployOptions } from "./declared/cluster.js";
import { lastImage, namedImage } from "./images/image-name.js";

export interface ChosenImage {
  readonly objects: readonly KubeObject[];
  /** Undefined where the manifests say it themselves. */
  readonly image: string | undefined;
}

/**
 * `imageDigest`: name the image by the digest that its push has told, so that Pods run what was pushed and nothing else. True:
 * the digest has to be known. Default: where it is known.
 */
export type ImageChoice = Pick<DeployOptions, "img" | "imageDigest">;

type Place = Pick<Context, "cwd" | "env" | "output">;

/**
 * Puts the operator's image into the objects: of `--img`, of `IMG`, the one that the manifests name, or the one of last time.
 *
 * @throws TsopError `deploy/no-image` where nobody has named one, `image/no-digest`
 */
export function chooseImage(objects: readonly KubeObject[], choice: ImageChoice, context: Place): ChosenImage {
  const named = namedImage(choice.img, context);
  if (named === undefined && choice.imageDigest !== true && namesImage(objects)) return { objects, image: undefined };
  const image = named ?? lastImage(context);
  if (image === undefined) {
    throw new TsopError("deploy/no-image", "nobody has said which image of the operator is to be deployed", {
      hint:
        "Build and push one; it is remembered:\n" +
        "npm run docker-build -- --img registry.example.com/demo:v0.1.0 && npm run docker-push\n" +
        "Or name one that is there: npm run deploy -- --img registry.example.com/demo:v0.1.0   (or: export IMG=…)",
    });
  }
  return { objects: setImage(objects, withDigest(image, choice.imageDigest, context)), image };
}

/**
 * The image as it is named in a manifest. A tag may name another image tomorrow, and nodes that have one of the name keep it; a
 * digest names one image for ever.
 *
 * @throws TsopError `image/no-digest` where it has to be known, and is not
 */
export function withDigest(image: string, isWanted: boolean | undefined, context: Place): string {
  if (image.includes("@") || isWanted === false) return image;
  const remembered = findRememberedImage(context, image);
  const digest = remembered?.pushed?.digest;
  if (digest !== undefined) {
    context.output.note(`digest: ${digest}, as it was pushed from here (--image-digest=false for the tag alone)`);
    return `${image}@${digest}`;
  }
  if (isWanted === true) {
    throw new TsopError("image/no-digest", `the digest of ${image} is not known: it was not pushed from this folder`, {
      hint: `Push it (npm run docker-push), or name the digest: --img ${image}@sha256:…`,
    });
  }
  const isOnlyBuilt = remembered?.built !== undefined && remembered.pushed === undefined;
  const nodes = "nodes that have an image of that name go on with it";
  context.output.note(
    isOnlyBuilt
      ? `It was built here and not pushed since: unless the nodes have it already, npm run docker-push first (${nodes}).`
      : `Its digest is not known here: ${nodes}.`,
  );
  return image;
}
