import { parseSemver } from "../../../cel/semver.js";
import { groupBy } from "../../../core/group-by.js";
import { imageFault } from "../image-fault.js";
import type { BundleBlob } from "../read/catalog.js";
import { readShape } from "../../read/shape.js";
import { packageProperty } from "../read/shapes.js";
import { releaseFault } from "../release.js";
import type { CatalogParts } from "./check-catalog.js";
import { checkBundleProperties, propertiesOf, type PropertyAt } from "./check-properties.js";
import { quoted, type ReportFault } from "./finding.js";

export function checkBundles(parts: CatalogParts, report: ReportFault): void {
  const seen = new Set<string>();
  for (const bundle of parts.bundles) {
    const { blob, fields } = bundle;
    const { name = "", package: owner = "" } = fields;
    checkBundleProperties(blob, report);
    checkImages(bundle, report);
    if (owner === "") {
      report(blob, [], `the bundle ${quoted(name)} has no package`, "Write `package: NAME`.");
      continue;
    }
    if (!parts.packageNames.has(owner)) {
      const hint = "Correct `package`, or add a document with `schema: olm.package`.";
      report(blob, ["package"], `the package ${quoted(owner)} of the bundle ${quoted(name)} does not exist`, hint);
      continue;
    }
    const key = JSON.stringify([owner, name]);
    if (seen.has(key)) {
      report(blob, ["name"], `the package ${quoted(owner)} has two bundles ${quoted(name)}`, "Remove one of them.");
    }
    seen.add(key);
    if (!isInChannel(parts, owner, name)) {
      const hint = `Add an entry \`name: ${name}\` to a channel of the package, or remove the bundle.`;
      report(blob, [], `no channel of the package ${quoted(owner)} has an entry for the bundle ${quoted(name)}`, hint);
    }
    checkPackageProperty(bundle, report);
  }
  checkUniqueVersions(parts, report);
}

function isInChannel(parts: CatalogParts, owner: string, name: string): boolean {
  return parts.channelsOf(owner).some(({ fields }) => fields.entries?.some((entry) => (entry.name ?? "") === name));
}

function checkImages({ blob, fields }: BundleBlob, report: ReportFault): void {
  const { image = "", relatedImages = [] } = fields;
  const hasObjects = propertiesOf(blob).some(({ type }) => type === "olm.bundle.object");
  if (image === "" && !hasObjects) {
    report(blob, [], `the bundle ${quoted(fields.name)} has no image`, "Write `image: REGISTRY/NAME@DIGEST`.");
  }
  const images = [
    { image, path: ["image"] },
    ...relatedImages.map((related, index) => ({
      image: related.image ?? "",
      path: ["relatedImages", index, "image"],
    })),
  ];
  for (const each of images) {
    const fault = each.image === "" ? undefined : imageFault(each.image);
    if (fault === undefined) continue;
    const hint = "Write REGISTRY/NAME:TAG or REGISTRY/NAME@DIGEST.";
    report(blob, each.path, `${quoted(each.image)} is not the name of an image: ${fault}`, hint);
  }
}

function checkPackageProperty({ blob, fields }: BundleBlob, report: ReportFault): void {
  const { name = "", package: owner = "" } = fields;
  const found = propertiesOf(blob).filter(({ type }) => type === "olm.package");
  const [property, second] = found;
  if (property === undefined || second !== undefined) {
    const hint = "A bundle has one olm.package property: its packageName and its version.";
    const count = found.length === 0 ? "no olm.package property" : `${found.length} olm.package properties`;
    report(blob, second?.path ?? [], `the bundle ${quoted(name)} has ${count}`, hint);
    return;
  }
  const { packageName } = packageOf(property);
  if (packageName !== owner) {
    const message = `the packageName ${quoted(packageName)} differs from the package ${quoted(owner)} of the bundle`;
    report(blob, [...property.path, "value", "packageName"], message, `Write \`packageName: ${owner}\`.`);
  }
  checkVersion(blob, property, { name, owner }, report);
}

function checkVersion(
  blob: BundleBlob["blob"],
  property: PropertyAt,
  { name, owner }: { readonly name: string; readonly owner: string },
  report: ReportFault,
): void {
  const { version, release } = packageOf(property);
  const at = [...property.path, "value"];
  if (typeof parseSemver(version) === "string") {
    const message = `the version ${quoted(version)} of the bundle ${quoted(name)} is not a semantic version`;
    report(blob, [...at, "version"], message, "Write three numbers, such as 1.2.3, without a leading v.");
    return;
  }
  if (release === "") return;
  const fault = releaseFault(release);
  if (fault !== undefined) {
    report(
      blob,
      [...at, "release"],
      `the release ${quoted(release)} is not valid: ${fault}`,
      "Write a number, such as 1.",
    );
    return;
  }
  const wanted = `${owner}-v${version}-${release}`;
  if (name !== wanted) {
    const message = `a bundle with a release has the name PACKAGE-vVERSION-RELEASE, but this one is ${quoted(name)}`;
    report(blob, ["name"], message, `Write \`name: ${wanted}\`.`);
  }
  if (version.includes("+")) {
    const message = `the version ${quoted(version)} has build metadata, which a bundle with a release cannot have`;
    report(blob, [...at, "version"], message, "Remove the plus sign and the text after it.");
  }
}

/** Returns the values of an olm.package property; empty if they are missing. */
export function packageOf(property: PropertyAt | undefined): {
  readonly packageName: string;
  readonly version: string;
  readonly release: string;
} {
  const {
    packageName = "",
    version = "",
    release = "",
  } = readShape(property?.value ?? null, packageProperty).value ?? {};
  return { packageName, version, release };
}

function checkUniqueVersions(parts: CatalogParts, report: ReportFault): void {
  for (const owner of parts.packageNames) {
    const versions = groupBy(parts.bundlesOf(owner), ({ blob }) => {
      const { version, release } = packageOf(propertiesOf(blob).find(({ type }) => type === "olm.package"));
      return release === "" ? version : `${version}-${release}`;
    });
    for (const [version, [first, ...others]] of versions) {
      if (version === "") continue;
      for (const { blob, fields } of others) {
        if (fields.name === first?.fields.name) continue;
        const message = `the bundles ${quoted(first?.fields.name)} and ${quoted(fields.name)} have the same version ${version}`;
        report(blob, [], message, "A package has each version once: remove one of the bundles.");
      }
    }
  }
}
