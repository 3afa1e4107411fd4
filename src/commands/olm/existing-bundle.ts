/** The bundle on the disk, as the commands about its image need it. */
import { type Diagnostic, hasErrors } from "../../core/diagnostic.js";
import { TsopError } from "../../core/errors.js";
import { checkImage } from "../../core/image-reference.js";
import { type ExactJsonObject, isJsonObject } from "../../core/json.js";
import { mapAt, textAt } from "../../core/object-fields.js";
import { parseYaml } from "../../core/yaml.js";
import type { Snapshot } from "../../machinery/snapshot.js";
import { csvKeys } from "../../olm/annotations.js";
import { annotationsFile } from "../../olm/generate/metadata.js";
import { missingFields } from "../../olm/generate/missing-fields.js";
import type { Context } from "../context.js";
import { openFiles } from "../open-files.js";
import { bundleFolder } from "./bundle-identity.js";

export interface ExistingBundle {
  readonly csv: ExactJsonObject;
  /** The annotations of the bundle, which are also the labels of its image. */
  readonly labels: ReadonlyMap<string, string>;
  /** The fields of its author that are missing. */
  readonly missing: readonly Diagnostic[];
}

const csvEnd = ".clusterserviceversion.yaml";

/**
 * Reads the bundle.
 *
 * @param severity - of a missing field: a warning, or an error before the bundle is published
 * @throws TsopError `bundle/not-found`; with an error among the missing fields, these
 */
export function readExistingBundle(severity: "error" | "warning", context: Context): ExistingBundle {
  const files = openFiles(context.cwd, context);
  const names = files.list(`${bundleFolder}/manifests`).filter((name) => name.endsWith(csvEnd));
  const [name] = names;
  if (name === undefined || !files.exists(`${bundleFolder}/${annotationsFile}`)) {
    throw new TsopError("bundle/not-found", `the folder ${bundleFolder} contains no bundle`, {
      hint: "Generate it first: npx tsop bundle",
    });
  }
  const file = `${bundleFolder}/manifests/${name}`;
  const csv = read(files, file);
  const at = { file: `config/manifests/bases/${name}` };
  const missing = missingFields({ spec: mapAt(csv, "spec"), at }, severity);
  if (hasErrors(missing)) throw TsopError.fromDiagnostics(missing);
  const annotations = mapAt(read(files, `${bundleFolder}/${annotationsFile}`), "annotations");
  const labels = Object.entries(annotations).flatMap(([key, value]) =>
    typeof value === "string" ? [[key, value] as const] : [],
  );
  return { csv, labels: new Map(labels), missing };
}

function read(files: Snapshot, file: string): ExactJsonObject {
  const value = parseYaml(files.read(file) ?? "", file);
  return isJsonObject(value) ? (value as ExactJsonObject) : {}; // YAML contains only JSON values
}

/**
 * Returns the name of the bundle's image: of `--img`, of BUNDLE_IMG, or the name of the operator's image with `-bundle`,
 * and the version.
 *
 * @throws TsopError `usage/invalid-argument`, `image/no-name`
 */
export function bundleImageName(img: string | undefined, { csv }: ExistingBundle, { env, output }: Context): string {
  const variable = env["BUNDLE_IMG"] ?? "";
  const [named, from] = img === undefined ? [variable, "BUNDLE_IMG"] : [img, "--img"];
  if (named !== "") return checkImage(named, from);
  const operator = textAt(csv, "metadata", "annotations", csvKeys.containerImage);
  const version = textAt(csv, "spec", "version");
  const repository = operator
    .split("@", 1)
    .join("")
    .replace(/:\w[\w.-]*$/, "");
  if (repository === "" || version === "") {
    throw new TsopError("image/no-name", "the image of the bundle has no name", {
      hint: "Name it: npx tsop bundle build --img registry.example.com/demo-bundle:v0.1.0   (or: export BUNDLE_IMG=…)",
    });
  }
  // A tag cannot contain the plus of a version with build metadata.
  const image = `${repository}-bundle:v${version.replaceAll("+", "-")}`;
  output.note(`image: ${image} (change it with --img NAME or BUNDLE_IMG)`);
  return checkImage(image, "the image of the bundle");
}
