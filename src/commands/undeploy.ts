import { entryOf, inventoryPlace } from "../cluster/deploy/inventory.js";
import { inOrder, operatorNamespace } from "../cluster/deploy/plan.js";
import { parseApiVersion } from "../core/gvk.js";
import type { HttpClient } from "../kube/http-client.js";
import type { KubeObject } from "../kube/objects.js";
import { readProject } from "../project/file.js";
import { chooseCluster, withClient, withImpliedDryRun } from "./choose-cluster.js";
import type { CommandResult, Context } from "./context.js";
import type { UndeployOptions } from "./declared/cluster.js";
import { listObjects } from "./print-changes.js";
import { printRemoval, removeDeployment } from "./remove-deployment.js";
import { renderedObjects } from "./rendered-objects.js";

/** Deletes the objects that `deploy` has created in the chosen cluster. Fails while objects of the operator's kinds exist. */
export async function undeploy(given: UndeployOptions, context: Context): Promise<CommandResult> {
  const options = withImpliedDryRun(given);
  const { projectName } = readProject(context.cwd);
  const rendered = await renderedObjects(options, context);
  if (options.dryRun === "client") return listObjects(inOrder(rendered).toReversed(), "deleted");
  const cluster = await chooseCluster(options, context);
  const removal = await withClient(cluster, context, async (client) => {
    const targets = await locate(client, rendered, cluster.namespace);
    const inventory = inventoryPlace(projectName, operatorNamespace(targets) ?? cluster.namespace);
    const more = targets.map((object) => entryOf(object, ""));
    return removeDeployment({ client, inventory, more, command: "npm run undeploy --" }, options, context);
  });
  return printRemoval(removal, options);
}

/** Returns the objects with their namespaces in the cluster. Skips objects whose kind no longer exists: none are left. */
async function locate(
  { mapper }: HttpClient,
  rendered: readonly KubeObject[],
  namespace: string,
): Promise<KubeObject[]> {
  const located: KubeObject[] = [];
  for (const object of rendered) {
    const resource = await mapper.find({ ...parseApiVersion(object.apiVersion), kind: object.kind });
    if (resource === undefined) continue;
    const { namespace: own = namespace, ...metadata } = object.metadata;
    located.push({ ...object, metadata: resource.namespaced ? { ...metadata, namespace: own } : metadata });
  }
  return located;
}
