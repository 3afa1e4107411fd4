/** Asks the registries for the digests of the images that Deployments name. */
import type { Diagnostic } from "../../core/diagnostic.js";
import { TsopError } from "../../core/errors.js";
import { isImageName } from "../../core/image-reference.js";
import { type ExactJsonObject, isJsonObject } from "../../core/json.js";
import { listAt, textAt, withAt } from "../../core/object-fields.js";
import { parseImageName, referenceOf } from "../../oci/image-name.js";
import { mapContainers } from "../../olm/containers.js";
import { containersOf, podOf } from "../../olm/generate/deployments.js";
import { isRelatedImage } from "../../olm/generate/related-images.js";
import { sortRendered } from "../../olm/generate/rendered.js";
import type { Context } from "../context.js";
import { openRegistry } from "../images/without-tool/open-registry.js";

/**
 * Returns the objects with a digest for each image of a container, and of each variable RELATED_IMAGE_….
 *
 * @throws TsopError `image/no-digest` with all images that their registries do not have; the errors of registries
 */
export async function withDigests(
  objects: readonly ExactJsonObject[],
  context: Context,
): Promise<readonly ExactJsonObject[]> {
  const deployments = new Set(sortRendered(objects).deployments);
  const images = new Set([...deployments].flatMap(imagesOf).filter((image) => !image.includes("@")));
  const exact = new Map<string, string>();
  const problems: Diagnostic[] = [];
  for (const image of images) {
    const digest = isImageName(image) ? await digestOf(image, context) : undefined;
    if (digest !== undefined) exact.set(image, `${image}@${digest}`);
    else problems.push(unknownDigest(image));
  }
  if (problems.length > 0) throw TsopError.fromDiagnostics(problems);
  return objects.map((object) => (deployments.has(object) ? withImages(object, exact) : object));
}

function imagesOf(deployment: ExactJsonObject): string[] {
  return containersOf(podOf(deployment)).flatMap((container) => [
    textAt(container, "image"),
    ...listAt(container, "env")
      .filter(isRelatedImage)
      .map((variable) => textAt(variable, "value"))
      .filter((image) => image !== ""),
  ]);
}

async function digestOf(image: string, context: Context): Promise<string | undefined> {
  const name = parseImageName(image);
  const registry = openRegistry(name.registry, true, context);
  const progress = context.output.progress(`reading the digest of ${image}`);
  try {
    return (await registry.readManifest(name.repository, referenceOf(name)))?.descriptor.digest;
  } finally {
    progress.done();
    registry.close();
  }
}

function withImages(deployment: ExactJsonObject, exact: ReadonlyMap<string, string>): ExactJsonObject {
  const pod = mapContainers(podOf(deployment), (container) => ({
    ...container,
    image: exact.get(textAt(container, "image")) ?? container["image"],
    ...(container["env"] === undefined ? {} : { env: listAt(container, "env").map(withValue) }),
  }));
  return withAt(deployment, ["spec", "template", "spec"], pod);

  function withValue(variable: ReturnType<typeof listAt>[number]): typeof variable {
    if (!isRelatedImage(variable) || !isJsonObject(variable)) return variable;
    return { ...variable, value: exact.get(textAt(variable, "value")) ?? variable["value"] };
  }
}

function unknownDigest(image: string): Diagnostic {
  return {
    code: "image/no-digest",
    severity: "error",
    message: `the registry has no image ${image}, so its digest is not known`,
    hint: "Push the image, or correct its name. Without --use-image-digests, the bundle contains the tag.",
  };
}
