import { TsopError } from "../../core/errors.js";
import { checkImage } from "../../core/image-reference.js";
import { field, text } from "../../core/json-fields.js";
import { printYamlDocuments } from "../../core/yaml.js";
import { partsOf } from "../../olm/catalog/check/check-catalog.js";
import { propertiesOf } from "../../olm/catalog/check/check-properties.js";
import { headsOf } from "../../olm/catalog/check/upgrade-graph.js";
import { installV0, installV1, targetsOf } from "../../olm/catalog/install-manifests.js";
import type { Catalog } from "../../olm/catalog/read/catalog.js";
import type { ChannelEntry } from "../../olm/catalog/read/shapes.js";
import type { CommandResult, Context } from "../context.js";
import type { CatalogManifestsOptions } from "../declared/catalog.js";
import { namedChannel, namedPackage } from "./named-package.js";
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
  const named = namedPackage(catalog, options.package);
  const packageName = named.name;
  const { name: channel, entries } = namedChannel(catalog, named, options.channel);
  const { namespace = packageName, catalogNamespace = "olm" } = options;
  const watched = (options.watchNamespaces ?? []).flatMap((each) => each.split(",")).map((each) => each.trim());
  if (olm === "v1" && watched.length > 0) {
    throw invalid(
      "--watch-namespaces has no effect with OLM v1",
      "Omit it: with OLM v1, an operator watches all namespaces.",
    );
  }
  const targets = olm === "v1" ? undefined : targetsOf(installModes(catalog, packageName, entries), namespace, watched);
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
function installModes(catalog: Catalog, packageName: string, entries: readonly ChannelEntry[]): string[] {
  const [head] = headsOf(entries);
  const bundle = partsOf(catalog)
    .bundlesOf(packageName)
    .find(({ fields }) => fields.name === head);
  const metadata = bundle && propertiesOf(bundle.blob).find(({ type }) => type === "olm.csv.metadata");
  const modes = field(metadata?.value, "installModes");
  if (!Array.isArray(modes)) return ["AllNamespaces"];
  return modes.filter((mode) => field(mode, "supported") === true).map((mode) => text(mode, "type") ?? "");
}

function invalid(message: string, hint: string): TsopError {
  return new TsopError("usage/invalid-argument", message, { hint });
}
