import { TsopError } from "../../core/errors.js";
import { checkImage } from "../../core/image-reference.js";
import { field, text } from "../../core/json-fields.js";
import { nearest } from "../../core/suggest.js";
import { printYamlDocuments } from "../../core/yaml.js";
import { partsOf } from "../../olm/catalog/check/check-catalog.js";
import { propertiesOf } from "../../olm/catalog/check/check-properties.js";
import { headsOf } from "../../olm/catalog/check/upgrade-graph.js";
import { installV0, installV1, targetsOf } from "../../olm/catalog/install-manifests.js";
import type { Catalog } from "../../olm/catalog/read/catalog.js";
import type { CommandResult, Context } from "../context.js";
import type { CatalogManifestsOptions } from "../declared/catalog.js";
import { namedPackage } from "./named-package.js";
import { defaultCatalog, openCatalog } from "./open-catalog.js";

/**
 * Prints the objects with which a cluster installs the operator from the image of the catalog. Writes nothing.
 *
 * @throws TsopError `usage/invalid-argument`, and the faults of the catalog
 */
export function catalogManifests(options: CatalogManifestsOptions, { cwd }: Context): CommandResult {
  const { img = "", olm } = options;
  if (img === "") throw invalid("the image of the catalog is missing", "Pass --img IMAGE.");
  checkImage(img, "--img");
  const { catalog } = openCatalog(options.catalog ?? defaultCatalog, cwd);
  const { name: packageName, defaultChannel } = namedPackage(catalog, options.package);
  const channels = partsOf(catalog)
    .channelsOf(packageName)
    .map(({ fields }) => fields.name ?? "");
  const { channel = defaultChannel, namespace = packageName, catalogNamespace = "olm" } = options;
  if (!channels.includes(channel)) {
    const near = nearest(channel, channels);
    const hint = near === undefined ? `The channels are ${channels.join(", ")}.` : `Did you mean ${near}?`;
    throw invalid(`the package ${packageName} has no channel ${JSON.stringify(channel)}`, hint);
  }
  const watched = (options.watchNamespaces ?? []).flatMap((each) => each.split(",")).map((each) => each.trim());
  if (olm === "v1" && watched.length > 0) {
    throw invalid(
      "--watch-namespaces has no effect with OLM v1",
      "Omit it: with OLM v1, an operator watches all namespaces.",
    );
  }
  const targets = olm === "v1" ? undefined : targetsOf(installModes(catalog, packageName, channel), namespace, watched);
  if (targets?.kind === "unsupported") {
    const modes = targets.supported.join(", ") || "none";
    throw invalid(
      `the operator does not support these namespaces: its install modes are ${modes}`,
      "Pass --watch-namespaces.",
    );
  }
  const install = {
    image: img,
    packageName,
    channel,
    namespace,
    catalogNamespace,
    targetNamespaces: targets?.targetNamespaces,
  };
  const objects = olm === "v1" ? installV1(install) : installV0(install);
  return { text: printYamlDocuments(objects).trimEnd(), isDocument: true, json: { objects } };
}

/** Returns the supported install modes of the head of a channel; all namespaces if the catalog does not know them. */
function installModes(catalog: Catalog, packageName: string, channel: string): string[] {
  const parts = partsOf(catalog);
  const entries = parts.channelsOf(packageName).find(({ fields }) => fields.name === channel)?.fields.entries ?? [];
  const [head] = headsOf(entries);
  const bundle = parts.bundlesOf(packageName).find(({ fields }) => fields.name === head);
  const metadata = bundle && propertiesOf(bundle.blob).find(({ type }) => type === "olm.csv.metadata");
  const modes = field(metadata?.value, "installModes");
  if (!Array.isArray(modes)) return ["AllNamespaces"];
  return modes.filter((mode) => field(mode, "supported") === true).map((mode) => text(mode, "type") ?? "");
}

function invalid(message: string, hint: string): TsopError {
  return new TsopError("usage/invalid-argument", message, { hint });
}
