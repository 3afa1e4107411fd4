/** Gathers what the optional validators need beside the bundle. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { TsopError } from "../../../core/errors.js";
import { nearest } from "../../../core/suggest.js";
import { parseImageName } from "../../../oci/image-name.js";
import { readPlatforms } from "../../../oci/image-platforms.js";
import type { Bundle } from "../../../olm/read/bundle.js";
import { type OptionalValues, type PlatformReading, readCategories } from "../../../olm/validate/optional-values.js";
import { factsOf } from "../../../olm/validate/rule.js";
import { imagesIn } from "../../../olm/validate/rules/multiarch.js";
import type { Context } from "../../context.js";
import { openRegistry } from "../../images/without-tool/open-registry.js";

const keys = { kubernetes: "k8s-version", dockerfile: "index-path" } as const;
const known: readonly string[] = Object.values(keys);
const categoriesVariable = "OPERATOR_BUNDLE_CATEGORIES";

/**
 * Reads the values of the flag, the files that they name, and the file of OPERATOR_BUNDLE_CATEGORIES.
 *
 * @throws TsopError `usage/invalid-argument` for a value without effect, and for a file that tsop cannot read
 */
export function readOptionalValues(values: readonly string[], { cwd, env }: Context): OptionalValues {
  const given = new Map(values.map(readPair));
  const kubernetesVersion = given.get(keys.kubernetes);
  const dockerfile = given.get(keys.dockerfile);
  const categories = env[categoriesVariable] ?? "";
  return {
    ...(kubernetesVersion === undefined ? {} : { kubernetesVersion }),
    ...(dockerfile === undefined
      ? {}
      : { dockerfile: { path: dockerfile, text: readText(dockerfile, "--optional-values", cwd) } }),
    ...(categories === "" ? {} : { categories: categoriesIn(categories, cwd) }),
  };
}

function readPair(value: string): [key: string, text: string] {
  const [, key = "", text] = /^([^=]*)=(.*)$/s.exec(value) ?? [];
  if (known.includes(key) && text !== undefined) return [key, text];
  const meant = nearest(key === "" ? value : key, known);
  const hints = [
    ...(meant === undefined ? [] : [`Did you mean ${meant}?`]),
    ...(key === "container-tools" ? ["tsop reads the images from their registries, without a container tool."] : []),
    `Write ${keys.kubernetes}=VERSION, such as ${keys.kubernetes}=1.25, or ${keys.dockerfile}=FILE, such as ${keys.dockerfile}=bundle.Dockerfile.`,
  ];
  throw new TsopError("usage/invalid-argument", `--optional-values ${value} has no effect`, { hint: hints.join(" ") });
}

function readText(file: string, source: string, cwd: string): string {
  try {
    return readFileSync(path.resolve(cwd, file), "utf8");
  } catch (cause) {
    throw new TsopError("usage/invalid-argument", `${source} names a file that tsop cannot read: ${String(cause)}`, {
      at: { file },
      hint: "Correct the path.",
      cause,
    });
  }
}

function categoriesIn(file: string, cwd: string): readonly string[] {
  const categories = readCategories(readText(file, categoriesVariable, cwd));
  if (typeof categories !== "string") return categories;
  throw new TsopError(
    "usage/invalid-argument",
    `${categoriesVariable} names a file without categories: ${categories}`,
    {
      at: { file },
      hint: 'Write {"categories": ["Registry"]}, or unset the variable.',
    },
  );
}

/** Reads the platforms of the images that a bundle names, from their registries. */
export async function platformsOf(
  bundle: Bundle,
  tlsVerify: boolean,
  context: Context,
): Promise<ReadonlyMap<string, PlatformReading>> {
  const { csv } = factsOf(bundle);
  const images = csv === undefined ? [] : imagesIn(csv);
  const progress = context.output.progress("reading the platforms of the images");
  const readings = new Map<string, PlatformReading>();
  for (const image of images) {
    progress.step(image);
    readings.set(image, await platformsOfImage(image, tlsVerify, context));
  }
  progress.done();
  return readings;
}

/** A failure is a finding of the validator, which names the image. */
async function platformsOfImage(image: string, tlsVerify: boolean, context: Context): Promise<PlatformReading> {
  try {
    const name = parseImageName(image);
    const registry = openRegistry(name.registry, tlsVerify, context);
    try {
      return (await readPlatforms(registry, name, image)) ?? "its registry does not have it";
    } finally {
      registry.close();
    }
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof TsopError) return error.message;
    throw error;
  }
}
