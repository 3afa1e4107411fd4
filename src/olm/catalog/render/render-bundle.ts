/**
 * The olm.bundle document of a bundle, as `opm render` creates it. Source: operator-registry, alpha/action/render.go,
 * pkg/registry/parse.go and registry_to_model.go.
 */
import { parseSemver } from "../../../cel/semver.js";
import { compareText } from "../../../core/compare-text.js";
import { type Diagnostic, errorAt } from "../../../core/diagnostic.js";
import type { JsonObject } from "../../../core/json.js";
import { bundleKeys } from "../../annotations.js";
import type { Bundle, BundleFault } from "../../read/bundle.js";
import type { ReadCsv } from "../../read/csv-shape.js";
import { schemas } from "../read/blob.js";
import { bundleProperties, type BundleFormat } from "./bundle-properties.js";
import { missingApis } from "./provided-apis.js";

export interface RenderedBundle {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  /** The channels that the annotations name, and their default channel. */
  readonly channels: readonly string[];
  readonly defaultChannel: string | undefined;
  readonly csv: ReadCsv;
  /** The olm.bundle document. */
  readonly document: JsonObject;
}

export type BundleRendering =
  | { readonly kind: "bundle"; readonly rendered: RenderedBundle }
  | { readonly kind: "faults"; readonly diagnostics: readonly Diagnostic[] };

/** @param image - the image of the bundle; empty for a bundle without an image, whose objects are part of the document */
export function renderBundle(bundle: Bundle, image: string, format: BundleFormat): BundleRendering {
  const diagnostics = bundleFaults(bundle);
  const { csv, annotations } = bundle;
  if (csv === undefined || annotations === undefined || diagnostics.length > 0) return { kind: "faults", diagnostics };
  const packageName = annotations.value[bundleKeys.package] ?? "";
  const name = csv.value.metadata?.name ?? "";
  const version = csv.value.spec?.version ?? "";
  const document: JsonObject = {
    schema: schemas.bundle,
    name,
    package: packageName,
    image,
    properties: bundleProperties(bundle, csv.value, packageName, format),
    ...relatedImages(csv.value, image),
  };
  const channels = splitChannels(annotations.value[bundleKeys.channels]);
  const defaultChannel = annotations.value[bundleKeys.defaultChannel];
  return {
    kind: "bundle",
    rendered: { name, package: packageName, version, channels, defaultChannel, csv: csv.value, document },
  };
}

function splitChannels(channels = ""): string[] {
  const names = channels.split(",").map((each) => each.trim());
  return names.filter((each) => each !== "");
}

/** Returns why a catalog cannot contain the bundle. */
function bundleFaults(bundle: Bundle): Diagnostic[] {
  const found: Diagnostic[] = bundle.faults
    .filter((fault) => !isIgnored(fault, bundle))
    .map(({ message, at }) =>
      errorAt("catalog/not-a-bundle", at, message, "`operator-sdk bundle validate` explains it."),
    );
  const { csv, annotations } = bundle;
  if (csv === undefined || annotations === undefined) return found;
  const report = (
    read: NonNullable<Bundle["annotations" | "csv"]>,
    path: readonly string[],
    message: string,
    hint: string,
  ): void => {
    found.push(errorAt("catalog/not-a-bundle", read.document.at(path), message, hint));
  };
  if ((annotations.value[bundleKeys.package] ?? "") === "") {
    report(annotations, ["annotations"], "the annotations name no package", `Write \`${bundleKeys.package}: NAME\`.`);
  }
  const { metadata = {}, spec = {} } = csv.value;
  if ((metadata.name ?? "") === "") {
    report(csv, ["metadata"], "the ClusterServiceVersion has no name", "Write `name: NAME.vVERSION`.");
  }
  if (typeof parseSemver(spec.version ?? "") === "string") {
    const message = `spec.version ${JSON.stringify(spec.version ?? "")} is not a semantic version`;
    report(csv, ["spec", "version"], message, "Write three numbers, such as 1.2.3, without a leading v.");
  }
  for (const { index, message } of missingApis(bundle, csv.value)) {
    const at = ["spec", "customresourcedefinitions", "owned", String(index)];
    report(csv, at, message, "Add the CRD to manifests/, or remove the entry.");
  }
  return found;
}

/** A catalog does not read hidden files, inner folders, and the values of annotations that are not texts. */
function isIgnored({ kind, at }: BundleFault, { annotations }: Bundle): boolean {
  if (kind === "wrong-type") return at.file === annotations?.document.file;
  return kind === "hidden-file" || kind === "nested-folder";
}

/** Returns the images of the ClusterServiceVersion, of its Deployments, and of the bundle, each once. */
function relatedImages({ spec = {} }: ReadCsv, bundleImage: string): { relatedImages?: JsonObject[] } {
  const images = (spec.relatedImages ?? []).map(({ name = "", image = "" }) => ({ name, image }));
  const known = new Set(images.map(({ image }) => image));
  const add = (image: string): void => {
    if (known.has(image)) return;
    known.add(image);
    images.push({ name: "", image });
  };
  if (bundleImage !== "") add(bundleImage);
  if (spec.install?.strategy === "deployment") {
    for (const deployment of spec.install.spec?.deployments ?? []) {
      const pod = deployment.spec?.template?.spec ?? {};
      for (const { image = "" } of [...(pod.containers ?? []), ...(pod.initContainers ?? [])]) add(image);
    }
  }
  const sorted = images.toSorted((a, b) => compareText(a.image, b.image));
  return sorted.length === 0 ? {} : { relatedImages: sorted };
}
