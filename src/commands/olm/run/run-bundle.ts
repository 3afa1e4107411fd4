import {
  bundleInventory,
  type InstalledBundle,
  installedBundle,
  ownNamespace,
} from "../../../cluster/bundles/installed-bundle.js";
import { webhookCertificates } from "../../../cluster/bundles/webhook-certificates.js";
import type { DeployedObject } from "../../../cluster/deploy/apply-object.js";
import { defined } from "../../../core/defined.js";
import { TsopError } from "../../../core/errors.js";
import type { ExactJsonObject } from "../../../core/json.js";
import type { HttpClient } from "../../../kube/http-client.js";
import type { KubeObject } from "../../../kube/objects.js";
import { chooseTargets, type Targets } from "../../../olm/install/install-modes.js";
import { installObjects } from "../../../olm/install/install-objects.js";
import { isOlder } from "../../../olm/install/versions.js";
import { webhookServers } from "../../../olm/install/webhooks.js";
import { certificateSecretName, webhookServiceName } from "../../../olm/service-name.js";
import { applyDeployment } from "../../apply-deployment.js";
import { chooseCluster, readClusterConfig, withClient, withImpliedDryRun } from "../../choose-cluster.js";
import type { CommandResult, Context } from "../../context.js";
import type { RunBundleOptions } from "../../declared/olm-run.js";
import { listObjects, printChanges } from "../../print-changes.js";
import { checkCluster, refuseOlm, requiredPackages } from "./check-cluster.js";
import { type OpenedBundle, openInstallable } from "./open-installable.js";

/** Installs a bundle into a cluster without OLM, as OLM would, or replaces an earlier version of it. */
export async function runBundle(given: RunBundleOptions, context: Context): Promise<CommandResult> {
  return installBundle(await openInstallable(given, context), given, context, refuseOlder);
}

/** Refuses what a command does not allow to follow the installed bundle. @throws TsopError */
type RefuseEdge = (installed: InstalledBundle | undefined, opened: OpenedBundle, place: string) => void;

export async function installBundle(
  opened: OpenedBundle,
  given: RunBundleOptions,
  context: Context,
  refuseEdge: RefuseEdge,
): Promise<CommandResult> {
  const options = withImpliedDryRun(given);
  const namespace = options.namespace ?? (await readClusterConfig(options, context)).namespace;
  const targets = targetsOf(opened, options, namespace);
  const request = { ...opened, namespace, targets };
  if (options.dryRun === "client") {
    return listObjects(toKubeObjects(installObjects({ ...request, certificates: new Map() })), "applied");
  }
  const cluster = await chooseCluster(options, context);
  const run = (client: HttpClient): Promise<DeployedObject[]> =>
    install(client, request, { options, context, refuseEdge });
  const deployed = await withClient(cluster, context, run);
  const { text, objects } = await printChanges(deployed, options);
  const name = opened.csv.value.metadata?.name ?? "";
  const does = options.wait === false ? "is installed" : "runs";
  const done = options.dryRun === undefined ? [`${name} ${does} in the namespace ${namespace}`] : [];
  return {
    text: [text, ...done].join("\n"),
    json: defined({ bundle: name, package: opened.packageName, namespace, objects, dryRun: options.dryRun }),
  };
}

interface Chosen extends OpenedBundle {
  readonly namespace: string;
  readonly targets: Targets;
}

interface Run {
  readonly options: RunBundleOptions;
  readonly context: Context;
  readonly refuseEdge: RefuseEdge;
}

async function install(
  client: HttpClient,
  request: Chosen,
  { options, context, refuseEdge }: Run,
): Promise<DeployedObject[]> {
  const { signal, output } = context;
  const { bundle, csv, packageName, namespace } = request;
  await refuseOlm(client);
  const place = bundleInventory(packageName, namespace);
  const installed = await installedBundle(client, place, signal);
  refuseEdge(installed, request, namespace);
  await checkCluster({ client, bundle, csv: csv.value, place, signal });
  for (const each of requiredPackages(bundle)) {
    output.note(`the bundle depends on the package ${each}: OLM would install it, and tsop does not`);
  }
  const [before, after] = [installed?.csv?.name, csv.value.metadata?.name ?? ""];
  if (before !== undefined && before !== after) output.note(`${before} is in the cluster, and ${after} replaces it`);
  const services = webhookServers(csv.value).map((deployment) => {
    return { deployment, service: webhookServiceName(deployment), secret: certificateSecretName(deployment) };
  });
  const certificates = await webhookCertificates({ client, namespace, services, now: Date.now(), signal });
  const objects = toKubeObjects(installObjects({ ...request, certificates }));
  return applyDeployment(
    {
      ...{ client, namespace, inventoryOf: () => place },
      objects: [...(await ownNamespace(client, namespace, installed, signal)), ...objects],
      undo: `npx tsop cleanup ${packageName} --namespace ${namespace}`,
    },
    options,
    context,
  );
}

function targetsOf({ csv }: OpenedBundle, { installMode }: RunBundleOptions, namespace: string): Targets {
  const reading = chooseTargets(csv.value, installMode, namespace);
  if (reading.kind === "targets") return reading.targets;
  const code = reading.kind === "invalid" ? "usage/invalid-argument" : "bundle/install-modes";
  throw new TsopError(code, reading.message, { hint: reading.hint });
}

/** OLM never installs an older version over a newer one. */
function refuseOlder(
  installed: InstalledBundle | undefined,
  { csv, packageName }: OpenedBundle,
  namespace: string,
): void {
  if (!isOlder(csv.value.spec?.version ?? "", installed?.csv?.version ?? "")) return;
  throw new TsopError(
    "bundle/downgrade",
    `${installed?.csv?.name ?? ""} is in the cluster, and ${csv.value.metadata?.name ?? ""} is older`,
    { hint: `Remove it first: \`tsop cleanup ${packageName} --namespace ${namespace}\`.` },
  );
}

function toKubeObjects(objects: readonly ExactJsonObject[]): KubeObject[] {
  return objects as unknown as KubeObject[]; // checkBundle has checked the names, and the reader the kinds
}
