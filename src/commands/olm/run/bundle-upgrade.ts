import { bundleInventory, type InstalledBundle, installedBundle } from "../../../cluster/bundles/installed-bundle.js";
import { defined } from "../../../core/defined.js";
import { TsopError } from "../../../core/errors.js";
import { text } from "../../../core/json-fields.js";
import { csvKeys } from "../../../olm/annotations.js";
import { partsOf } from "../../../olm/catalog/check/check-catalog.js";
import { propertiesOf } from "../../../olm/catalog/check/check-properties.js";
import type { Catalog } from "../../../olm/catalog/read/catalog.js";
import { hasEdge, type InstalledVersion, upgradeTarget } from "../../../olm/catalog/upgrade-target.js";
import { readClusterConfig, withClient } from "../../choose-cluster.js";
import type { CommandResult, Context } from "../../context.js";
import type { RunBundleUpgradeOptions } from "../../declared/olm-run.js";
import { namedChannel, namedPackage } from "../named-package.js";
import { openCatalog } from "../open-catalog.js";
import { notInstalled } from "./cleanup.js";
import { type OpenedBundle, openInstallable } from "./open-installable.js";
import { installBundle } from "./run-bundle.js";

/** Upgrades a bundle that `tsop run bundle` installed, along an edge of the upgrade graph. */
export async function runBundleUpgrade(given: RunBundleUpgradeOptions, context: Context): Promise<CommandResult> {
  const { catalog: folder, channel, package: named, ...options } = given;
  if (folder === undefined) {
    if (channel !== undefined || named !== undefined) {
      throw new TsopError("usage/invalid-argument", "--channel and --package choose a part of a catalog", {
        hint: "Pass --catalog DIR too.",
      });
    }
    const opened = await openInstallable(options, context);
    return installBundle(opened, options, context, refuseWithoutEdge);
  }
  const { catalog } = openCatalog(folder, context.cwd);
  const found = namedPackage(catalog, named);
  const { name: channelName, entries } = namedChannel(catalog, found, channel);
  const installed = await readInstalled(found.name, options, context);
  const target = upgradeTarget(entries, installed, (name) => versionIn(catalog, found.name, name));
  if (target === undefined) {
    if (entries.every(({ name }) => name !== installed.name)) {
      throw new TsopError("bundle/no-edge", `no edge of the channel ${channelName} leads from ${installed.name}`, {
        hint: "Add an edge with `tsop catalog add --replaces` or `--skip-range`, or choose another channel with --channel.",
      });
    }
    const message = `${installed.name} is the newest version that the channel ${channelName} offers`;
    return { text: message, json: { bundle: installed.name, package: found.name, objects: [] } };
  }
  const image =
    partsOf(catalog)
      .bundlesOf(found.name)
      .find(({ fields }) => fields.name === target)?.fields.image ?? "";
  if (image === "") {
    throw new TsopError("bundle/not-found", `the catalog names no image of ${target}`, {
      hint: "Run `tsop catalog add` with --img, or pass the bundle: `tsop run bundle-upgrade BUNDLE`.",
    });
  }
  context.output.note(`the channel ${channelName} leads from ${installed.name} to ${target}`);
  const opened = await openInstallable({ ...options, bundle: image }, context);
  refuseOther(opened, target, image);
  return installBundle(opened, options, context, refuseMissing);
}

async function readInstalled(
  packageName: string,
  options: RunBundleUpgradeOptions,
  context: Context,
): Promise<InstalledVersion> {
  const config = await readClusterConfig(options, context);
  const namespace = options.namespace ?? config.namespace;
  return withClient(config, context, async (client) => {
    const installed = await installedBundle(client, bundleInventory(packageName, namespace), context.signal);
    if (installed?.csv === undefined) throw await notInstalled(client, packageName, namespace, context.signal);
    return installed.csv;
  });
}

function versionIn(catalog: Catalog, packageName: string, name: string): string {
  const bundle = partsOf(catalog)
    .bundlesOf(packageName)
    .find(({ fields }) => fields.name === name);
  const property = bundle && propertiesOf(bundle.blob).find(({ type }) => type === "olm.package");
  return text(property?.value, "version") ?? "";
}

function refuseOther({ csv }: OpenedBundle, target: string, image: string): void {
  const name = csv.value.metadata?.name ?? "";
  if (name === target) return;
  throw new TsopError("bundle/invalid", `the image ${image} contains ${name}, and the catalog describes ${target}`, {
    hint: "Push the bundle again, or add it to the catalog again: `tsop catalog add`.",
  });
}

function refuseMissing(
  installed: InstalledBundle | undefined,
  { packageName }: OpenedBundle,
  namespace: string,
): InstalledVersion {
  if (installed?.csv !== undefined) return installed.csv;
  const message = `tsop has not installed a bundle of the package ${packageName} in the namespace ${namespace}`;
  throw new TsopError("bundle/not-running", message, {
    hint: "Install it with `tsop run bundle`, or pass --namespace.",
  });
}

/** OLM upgrades only to a version that names the installed one. */
function refuseWithoutEdge(installed: InstalledBundle | undefined, opened: OpenedBundle, namespace: string): void {
  const before = refuseMissing(installed, opened, namespace);
  const { metadata = {}, spec = {} } = opened.csv.value;
  const name = metadata.name ?? "";
  if (name === before.name) return;
  const { replaces, skips } = spec;
  const edges = defined({ name, replaces, skips, skipRange: metadata.annotations?.[csvKeys.skipRange] });
  if (hasEdge(edges, before)) return;
  throw new TsopError("bundle/no-edge", `${name} names no edge from ${before.name}, which is in the cluster`, {
    hint:
      `Set \`replaces: ${before.name}\` in the spec of the ClusterServiceVersion, or its annotation ${csvKeys.skipRange}; or pass ` +
      "--catalog DIR, whose channels contain the edges. `tsop run bundle` replaces any older version.",
  });
}
