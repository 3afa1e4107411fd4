import { defined } from "../core/defined.js";
import type { DeployedObject } from "../cluster/deploy/apply-object.js";
import { inventoryPlace } from "../cluster/deploy/inventory.js";
import { inOrder, operatorNamespace } from "../cluster/deploy/plan.js";
import { checkNotLent, lendable, returnWebhooks } from "../cluster/lend-webhooks.js";
import type { HttpClient } from "../kube/http-client.js";
import type { KubeObject } from "../kube/objects.js";
import { readProject } from "../project/file.js";
import { rememberImage } from "../project/remembered-image.js";
import { applyDeployment } from "./apply-deployment.js";
import { chooseCluster, withClient, withImpliedDryRun } from "./choose-cluster.js";
import { chooseImage } from "./choose-image.js";
import type { CommandResult, Context } from "./context.js";
import type { DeployOptions } from "./declared/cluster.js";
import { freshManifests } from "./fresh-manifests.js";
import { listObjects, printChanges } from "./print-changes.js";
import { renderedObjects } from "./rendered-objects.js";

/** Renders a kustomization, applies its objects in the required order, and waits until the operator is ready. */
export async function deploy(given: DeployOptions, context: Context): Promise<CommandResult> {
  const options = withImpliedDryRun(given);
  const { projectName } = readProject(context.cwd);
  const { files } = await freshManifests(options.dryRun === undefined ? "write" : "preview", context);
  const chosen = chooseImage(await renderedObjects({ ...options, files }, context), options, context);
  const objects = inOrder(chosen.objects);
  if (options.dryRun === "client") return listObjects(objects, "applied");
  const cluster = await chooseCluster(options, context);
  const deployed = await withClient(cluster, context, (client) =>
    run({ client, projectName, objects, image: chosen.image, namespace: cluster.namespace }, options, context),
  );
  const { text, objects: changed } = await printChanges(deployed, options);
  return { text, json: defined({ objects: changed, dryRun: options.dryRun }) };
}

interface Deployment {
  readonly client: HttpClient;
  readonly projectName: string;
  readonly objects: readonly KubeObject[];
  readonly image: string | undefined;
  readonly namespace: string;
}

async function run(
  { client, projectName, objects, image, namespace }: Deployment,
  options: DeployOptions,
  context: Context,
): Promise<DeployedObject[]> {
  if (options.dryRun === undefined) await takeBack(client, objects, context);
  // The API server rejects the Service of a webhook beside the URL of the machine, which only a deployment removes.
  else await checkNotLent(client, lendable(objects), { isAlive: () => true, signal: context.signal });
  const deployed = await applyDeployment(
    {
      ...{ client, objects, namespace, undo: "npm run undeploy" },
      inventoryOf: (placed) => inventoryPlace(projectName, operatorNamespace(placed) ?? namespace),
    },
    options,
    context,
  );
  // Remember the image only now: the next run must not reuse a mistyped name or an image that was never pushed.
  if (options.dryRun === undefined && image !== undefined) rememberImage(context, image);
  return deployed;
}

/** Points webhooks back to the cluster if they lead to a developer's machine, which may no longer be available. */
async function takeBack(
  client: HttpClient,
  objects: readonly KubeObject[],
  { signal, output }: Context,
): Promise<void> {
  const returned = await returnWebhooks(client, lendable(objects), { signal });
  if (returned.length > 0)
    output.note(
      `webhooks called a machine that ran \`tsop start\`, and now call the cluster again: ${returned.join(", ")}`,
    );
}
