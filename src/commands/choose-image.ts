import { namesImage, setImage } from "../cluster/deploy/images.js";
import { TsopError } from "../core/errors.js";
import type { KubeObject } from "../kube/objects.js";
import { readRememberedImage } from "../project/remembered-image.js";
import type { Context } from "./context.js";
import { lastImage, namedImage } from "./images/image-name.js";

export interface ChosenImage {
  readonly objects: readonly KubeObject[];
  /** Undefined where the manifests say it themselves. */
  readonly image: string | undefined;
}

/**
 * Puts the operator's image into the objects: of `--img`, of `IMG`, the one that the manifests name, or the one of last time.
 *
 * @throws TsopError `deploy/no-image` where nobody has named one
 */
export function chooseImage(
  objects: readonly KubeObject[],
  img: string | undefined,
  context: Pick<Context, "cwd" | "env" | "output">,
): ChosenImage {
  const named = namedImage(img, context);
  if (named === undefined && namesImage(objects)) return { objects, image: undefined };
  const image = named ?? lastImage(context);
  if (image === undefined) {
    throw new TsopError("deploy/no-image", "nobody has said which image of the operator is to be deployed", {
      hint:
        "Build and push one; it is remembered:\n" +
        "npm run docker-build -- --img registry.example.com/demo:v0.1.0 && npm run docker-push\n" +
        "Or name one that is there: npm run deploy -- --img registry.example.com/demo:v0.1.0   (or: export IMG=…)",
    });
  }
  warnOfUnpushed(image, context);
  return { objects: setImage(objects, image), image };
}

/** No error: the nodes may have it without a registry, by `kind load docker-image` say. */
function warnOfUnpushed(image: string, context: Pick<Context, "cwd" | "env" | "output">): void {
  const remembered = readRememberedImage(context);
  if (remembered?.image !== image || remembered.built === undefined || remembered.pushed !== undefined) return;
  context.output.note(
    "It was built here and not pushed since: unless the nodes have it already, npm run docker-push first.",
  );
}
