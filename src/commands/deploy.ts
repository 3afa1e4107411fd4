import { defined } from "../core/defined.js";
import { checkDeploy } from "../cluster/deploy/check-deploy.js";
import type { DeployedObject } from "../cluster/deploy/apply-object.js";
import { deadlineAfter } from "../cluster/poll.js";
import { deployAndPrune, pruneDryRun } from "../cluster/deploy/deploy-with-inventory.js";
import { inventoryPlace } from "../cluster/deploy/inventory.js";
import { placeObjects } from "../cluster/deploy/place-objects.js";
import { inOrder, operatorNamespace } from "../cluster/deploy/plan.js";
import { lendable, returnWebhooks } from "../cluster/lend-webhooks.js";
import { TsopError } from "../core/errors.js";
import type { HttpClient } from "../kube/http-client.js";
import type { KubeObject } from "../kube/objects.js";
import { readProject } from "../project/file.js";
import { rememberImage } from "../project/remembered-image.js";
import { chooseCluster, withClient, withImpliedDryRun } from "./choose-cluster.js";
import { chooseImage } from "./choose-image.js";
import type { CommandResult, Context } from "./context.js";
import type { DeployOptions } from "./declared/cluster.js";
import { freshManifests } from "./fresh-manifests.js";
import { lockHolder } from "./lock-holder.js";
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
  const { signal, output } = context;
  const deadline = deadlineAfter(options.timeout ?? 300_000);
  const isForced = options.forceConflicts === true;
  if (options.dryRun === undefined) await takeBack(client, objects, context);
  const placed = await placeObjects(client, objects, namespace, signal);
  const isPreflight = options.dryRun === undefined;
  const checked = await checkDeploy(client, placed, { isForced, signal, isPreflight });
  const targets = placed.map(({ object }) => object);
  const inventory = inventoryPlace(projectName, operatorNamespace(targets) ?? namespace);
  if (!isPreflight) return [...checked, ...(await pruneDryRun(client, targets, inventory, signal))];
  const deployed: DeployedObject[] = [];
  const progress = output.progress("deploying");
  try {
    await deployAndPrune(client, targets, inventory, {
      ...{ isForced, deadline, signal, wait: options.wait ?? true },
      holder: lockHolder(context),
      onUnlocked: (why) => output.note(why),
      onKept: (text) => output.note(text),
      onNote: (text) => output.note(text),
      onProgress: (text) => progress.update(text),
      onStep: (text) => progress.step(text),
      onApplied: (each) => void deployed.push(each),
    });
    // Remember the image only now: the next run must not reuse a mistyped name or an image that was never pushed.
    if (image !== undefined) rememberImage(context, image);
    return deployed;
  } catch (error) {
    const pruned = deployed.filter(({ change }) => change === "pruned").length;
    const taken = pruned === 0 ? "" : `, ${pruned} deleted`;
    const count = `${deployed.length - pruned} of ${placed.length} objects were applied${taken}`;
    if (signal.aborted) {
      throw new TsopError("interrupted", `stopped by ${String(signal.reason)}: ${count}`, {
        hint: "tsop has recorded the applied objects. Repeat the command to continue, or run `npm run undeploy` to delete them.",
        cause: error,
      });
    }
    output.note(`${count} before this:`);
    throw error;
  } finally {
    progress.done();
  }
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
