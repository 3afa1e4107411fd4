/** The name of the operator's image: from `--img`, from `IMG`, or from the last run. */
import { checkImage } from "../../core/image-reference.js";
import { TsopError } from "../../core/errors.js";
import { readRememberedImage } from "../../project/remembered-image.js";
import type { Context } from "../context.js";

/** @returns the image that the flag or the environment names */
export function namedImage(
  img: string | undefined,
  { env, output }: Pick<Context, "env" | "output">,
): string | undefined {
  const variable = env["IMG"] ?? "";
  if (img === undefined && variable === "") return undefined;
  const image = img === undefined ? checkImage(variable, "IMG") : checkImage(img, "--img");
  output.note(`image: ${image}`);
  return image;
}

export function lastImage(context: Pick<Context, "cwd" | "env" | "output">): string | undefined {
  const remembered = readRememberedImage(context);
  if (remembered === undefined) return undefined;
  context.output.note(`image: ${remembered.image}, as last time (change it with --img NAME)`);
  return checkImage(remembered.image, ".tsop/image.json:");
}

/**
 * Returns the name of the image to build or push.
 *
 * @throws TsopError `image/no-name`
 */
export function imageToMake(img: string | undefined, script: string, context: Context): string {
  const image = namedImage(img, context) ?? lastImage(context);
  if (image === undefined) {
    throw new TsopError("image/no-name", "the image has no name", {
      hint:
        "Name it once; tsop remembers the name:\n" +
        `npm run ${script} -- --img registry.example.com/demo:v0.1.0   (or: export IMG=…)`,
    });
  }
  if (!image.includes("@")) return image;
  throw new TsopError(
    "usage/invalid-argument",
    `the image name ${image} contains a digest, and only a registry assigns digests`,
    {
      hint: `Use a tag: ${image.slice(0, image.indexOf("@")).replace(/:[\w.-]+$/, "")}:v0.1.0`,
    },
  );
}
