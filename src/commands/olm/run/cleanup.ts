import { bundleInventory, installedBundle, packageOf } from "../../../cluster/bundles/installed-bundle.js";
import { listInventories } from "../../../cluster/deploy/inventory.js";
import { TsopError } from "../../../core/errors.js";
import { nearest } from "../../../core/suggest.js";
import type { HttpClient } from "../../../kube/http-client.js";
import { chooseCluster, withClient, withImpliedDryRun } from "../../choose-cluster.js";
import type { CommandResult, Context } from "../../context.js";
import type { CleanupOptions } from "../../declared/olm-run.js";
import { printRemoval, removeDeployment } from "../../remove-deployment.js";

/** Deletes the objects that `tsop run bundle` created. Fails while objects of the operator's kinds exist. */
export async function cleanup(given: CleanupOptions, context: Context): Promise<CommandResult> {
  const { package: packageName } = given;
  if (packageName === undefined) {
    throw new TsopError("usage/invalid-argument", "the name of the package is missing", {
      hint: "Write `tsop cleanup PACKAGE`, such as `tsop cleanup demo`.",
    });
  }
  const options = withImpliedDryRun(given);
  if (options.dryRun === "client") {
    throw new TsopError("usage/invalid-argument", "only the cluster knows the objects of a bundle", {
      hint: "Use --dry-run=server, which changes nothing either.",
    });
  }
  const cluster = await chooseCluster(options, context);
  const namespace = options.namespace ?? cluster.namespace;
  const inventory = bundleInventory(packageName, namespace);
  const removal = await withClient(cluster, context, async (client) => {
    if ((await installedBundle(client, inventory, context.signal)) === undefined) {
      throw await notInstalled(client, packageName, namespace, context.signal);
    }
    const command = `npx tsop cleanup ${packageName} --namespace ${namespace}`;
    return removeDeployment({ client, inventory, more: [], command }, options, context);
  });
  return printRemoval(removal, options);
}

/** @returns the error `bundle/not-running`, which names the bundles of the cluster */
export async function notInstalled(
  client: HttpClient,
  packageName: string,
  namespace: string,
  signal: AbortSignal,
): Promise<TsopError> {
  const places = ((await listInventories(client, signal)) ?? []).flatMap(({ place }) => {
    const name = packageOf(place);
    return name === undefined ? [] : [{ name, namespace: place.namespace }];
  });
  const elsewhere = places.filter(({ name }) => name === packageName).map((each) => `--namespace ${each.namespace}`);
  const meant = nearest(
    packageName,
    places.map(({ name }) => name),
  );
  const hint =
    elsewhere.length > 0
      ? `It runs in another namespace: pass ${elsewhere.join(" or ")}.`
      : meant !== undefined
        ? `Did you mean ${meant}?`
        : "`tsop run bundle` installs a bundle.";
  const message = `tsop has not installed a bundle of the package ${packageName} in the namespace ${namespace}`;
  return new TsopError("bundle/not-running", message, { hint });
}
