import { defined } from "../../core/defined.js";
import { TsopError } from "../../core/errors.js";
import { checkImage } from "../../core/image-reference.js";
import { field, text } from "../../core/json-fields.js";
import { printYamlDocuments } from "../../core/yaml.js";
import { partsOf } from "../../olm/catalog/check/check-catalog.js";
import { propertiesOf } from "../../olm/catalog/check/check-properties.js";
import { headsOf } from "../../olm/catalog/check/upgrade-graph.js";
import { type CatalogInstall, installV0, installV1, targetsOf } from "../../olm/catalog/install-manifests.js";
import { installerObjects } from "../../olm/catalog/installer-permissions.js";
import type { Catalog } from "../../olm/catalog/read/catalog.js";
import type { ChannelEntry } from "../../olm/catalog/read/shapes.js";
import type { CommandResult, Context } from "../context.js";
import type { CatalogManifestsOptions } from "../declared/catalog.js";
import { namedChannel, namedPackage } from "./named-package.js";
import { defaultCatalog, openCatalog } from "./open-catalog.js";
import { openInstallable } from "./run/open-installable.js";

/**
 * Prints the objects with which a cluster installs the operator from the image of the catalog. Writes nothing.
 *
 * @throws TsopError `usage/invalid-argument`, the faults of the catalog, and those of the bundle
 */
export async function catalogManifests(options: CatalogManifestsOptions, context: Context): Promise<CommandResult> {
  const { img = "", olm } = options;
  if (img === "") throw invalid("the image of the catalog is missing", "Pass --img IMAGE.");
  checkImage(img, "--img");
  const { catalog } = openCatalog(options.catalog ?? defaultCatalog, context.cwd);
  const named = namedPackage(catalog, options.package);
  const packageName = named.name;
  const { name: channel, entries } = namedChannel(catalog, named, options.channel);
  if (olm === "v1") refuseApiServer(catalog, packageName, entries);
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
    installer: await installerOf(
      options,
      { namespace, packageName, image: headImage(catalog, packageName, entries) },
      context,
    ),
  };
  const objects = olm === "v1" ? installV1(install) : installV0(install);
  return { text: printYamlDocuments(objects).trimEnd(), isDocument: true, json: { objects } };
}

interface Extension {
  readonly namespace: string;
  readonly packageName: string;
  /** The image of the bundle that OLM installs first; empty if the catalog names none. */
  readonly image: string;
}

async function installerOf(
  { olm, serviceAccount, bundle, tlsVerify }: CatalogManifestsOptions,
  { namespace, packageName, image }: Extension,
  context: Context,
): Promise<CatalogInstall["installer"]> {
  if (serviceAccount === undefined) {
    if (bundle === undefined) return undefined;
    throw invalid("--bundle describes the permissions of a ServiceAccount", "Pass --service-account NAME too.");
  }
  if (olm !== "v1") throw invalid("--service-account has no effect with OLM v0", "Omit it, or pass --olm v1.");
  const source = bundle ?? image;
  if (source === "")
    throw invalid("the catalog names no image of the bundle", "Pass --bundle with a folder or an image.");
  const opened = await openInstallable({ bundle: source, ...defined({ tlsVerify }) }, context);
  const objects = installerObjects({ ...opened, extension: packageName, namespace, serviceAccount });
  return { serviceAccount, objects };
}

function headBundle(catalog: Catalog, packageName: string, entries: readonly ChannelEntry[]) {
  const [head] = headsOf(entries);
  return partsOf(catalog)
    .bundlesOf(packageName)
    .find(({ fields }) => fields.name === head);
}

function headImage(catalog: Catalog, packageName: string, entries: readonly ChannelEntry[]): string {
  return headBundle(catalog, packageName, entries)?.fields.image ?? "";
}

/** Returns the supported install modes of the head of a channel; all namespaces if the catalog does not know them. */
function installModes(catalog: Catalog, packageName: string, entries: readonly ChannelEntry[]): string[] {
  const modes = field(headMetadata(catalog, packageName, entries), "installModes");
  if (!Array.isArray(modes)) return ["AllNamespaces"];
  return modes.filter((mode) => field(mode, "supported") === true).map((mode) => text(mode, "type") ?? "");
}

/** @throws TsopError `bundle/not-supported` if the head of a channel serves kinds itself */
function refuseApiServer(catalog: Catalog, packageName: string, entries: readonly ChannelEntry[]): void {
  const definitions = field(headMetadata(catalog, packageName, entries), "apiServiceDefinitions");
  const owned = field(definitions, "owned");
  const all: readonly unknown[] = Array.isArray(owned) ? owned : [];
  const [first] = all;
  if (first === undefined) return;
  const kind = text(first, "kind") ?? "a kind";
  throw new TsopError(
    "bundle/not-supported",
    `the operator serves ${kind} with its own API server, and OLM v1 installs no such operators`,
    { hint: "Pass --olm v0, or install the operator with its helm chart." },
  );
}

function headMetadata(catalog: Catalog, packageName: string, entries: readonly ChannelEntry[]): unknown {
  const bundle = headBundle(catalog, packageName, entries);
  return bundle && propertiesOf(bundle.blob).find(({ type }) => type === "olm.csv.metadata")?.value;
}

function invalid(message: string, hint: string): TsopError {
  return new TsopError("usage/invalid-argument", message, { hint });
}
