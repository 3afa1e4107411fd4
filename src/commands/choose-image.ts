import { checkImage, namesImage, setImage } from "../cluster/deploy/images.js";
import { readRememberedImage } from "../cluster/deploy/remembered-image.js";
import { TsopError } from "../core/errors.js";
import type { KubeObject } from "../kube/objects.js";
import type { Context } from "./context.js";

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
  { cwd, env, output }: Context,
): ChosenImage {
  const named =
    img !== undefined
      ? checkImage(img, "--img")
      : (env["IMG"] ?? "") !== ""
        ? checkImage(env["IMG"] ?? "", "IMG")
        : undefined;
  if (named !== undefined) {
    output.note(`image: ${named}`);
    return { objects: setImage(objects, named), image: named };
  }
  if (namesImage(objects)) return { objects, image: undefined };
  const remembered = readRememberedImage(cwd);
  if (remembered !== undefined) {
    output.note(`image: ${remembered}, as last time (--img NAME for another)`);
    return { objects: setImage(objects, checkImage(remembered, ".tsop/image.json:")), image: remembered };
  }
  throw new TsopError("deploy/no-image", "nobody has said which image of the operator is to be deployed", {
    hint:
      "Build and push one, then name it; it is remembered for the next time:\n" +
      "npm run deploy -- --img registry.example.com/demo:v0.1.0   (or: export IMG=…)",
  });
}
