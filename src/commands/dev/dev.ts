import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ManifestClient } from "../../cluster/apply-manifests.js";
import { createStackMapper } from "../../core/stack-mapper.js";
import { kindOf } from "../../kube/access.js";
import { removeState, statePath, takeOver } from "../../machinery/project-state.js";
import { readProject } from "../../project/file.js";
import type { StartApiServer } from "../apiserver-start.js";
import type { CommandResult, Context } from "../context.js";
import type { DevOptions } from "../declared/run.js";
import { type ChangeSource, diskChanges, FileChanges } from "../file-changes.js";
import { apiserverFile } from "../../scaffold/extension/extension-names.js";
import { hasApiserver } from "../build.js";
import { apiserverCertificates, apiserverData, apiserverEnv, DevApiserver } from "./dev-apiserver.js";
import { DevBundle } from "./dev-bundle.js";
import {
  apiserverKubeconfig,
  checkClusterOptions,
  type DevCluster,
  isEmbedded,
  kubeconfigNames,
  openChosen,
  openEmbedded,
} from "./dev-cluster.js";
import { lockProject } from "./dev-lock.js";
import { createDevLog, type DevLog } from "./dev-log.js";
import { DevSamples } from "./dev-samples.js";
import { DevSession } from "./dev-session.js";
import { DevWebhooks, webhookFolder } from "./dev-webhooks.js";
import { freePort } from "../../kube/local-port.js";
import { ManagerProcess, type ManagerProcessOptions } from "./manager-process.js";

/** Replacements for the environment, for tests. */
export interface DevParts {
  readonly startApiServer?: StartApiServer;
  readonly changes?: ChangeSource;
}

/**
 * Runs the operator during development, on the embedded API server or on a named cluster. After every save, updates the
 * manifests, the CRDs, the operator, and the samples, until a signal ends it.
 *
 * @throws TsopError if there is no project, or if the cluster is unavailable; reports errors in the sources and waits
 * for changes
 */
export async function dev(options: DevOptions, context: Context, parts: DevParts = {}): Promise<CommandResult> {
  checkClusterOptions(options);
  const { cwd, signal } = context;
  const project = readProject(cwd);
  takeOver(cwd); // Node runs code from the compile cache
  const unlock = lockProject(cwd);
  const log = createDevLog(context);
  const ends: (() => void | Promise<void>)[] = [unlock, context.atExit(() => removeTraces(cwd, options, unlock))];
  try {
    const startApiServer = parts.startApiServer ?? (await import("../../apiserver/start-api-server.js")).startApiServer;
    const cluster = isEmbedded(options)
      ? await openEmbedded(options, project, { context, log, startApiServer })
      : await openChosen(options, context);
    ends.push(() => cluster.stop());
    signal.throwIfAborted(); // the steps from here on take a while
    const bundle = new DevBundle(cwd, statePath(cwd, bundleName));
    ends.push(() => bundle.close());
    const namespaces = watchedNamespaces(context, project.namespaced);
    const target = targetOf(cluster);
    const webhooks = isEmbedded(options)
      ? new DevWebhooks({ root: cwd, target, log, port: await freePort(), signal })
      : undefined;
    if (webhooks === undefined) warnOfServers(cwd, log);
    else ends.push(() => webhooks.close());
    const process = operatorProcess(options, cluster, context, { namespaces, env: webhooks?.env ?? {} });
    const mapPlaces = createStackMapper((file) => readFileSync(file, "utf8"));
    const common = { context, log, mapPlaces };
    const apiserver = await openApiserver(options, cluster, bundle, common);
    if (apiserver !== undefined) ends.push(() => apiserver.close());
    const manager = new ManagerProcess({ ...common, name: "the operator", loader: bundle.loader, ...process });
    ends.push(() => manager.stop());
    const samples = options.samples === false ? undefined : new DevSamples(cwd, target, log);
    const session = new DevSession({
      ...{ context, project, log, cluster, bundle, manager, apiserver, samples, webhooks, namespaces },
      isEmbedded: isEmbedded(options),
    });
    const counts = (file: string): boolean => isPartOfProject(file) || bundle.sources.has(file) || session.hasFailed;
    const changes = new FileChanges(parts.changes ?? diskChanges(cwd, [""]), signal, counts);
    ends.push(() => changes.close());
    await changes.open();
    signal.throwIfAborted();
    await session.turn(0, new Set());
    while (await changes.next()) await session.turn(changes.since, changes.files);
  } catch (error) {
    if (!signal.aborted) throw error; // an error after a signal is not a failure
  } finally {
    for (const end of ends.reverse()) await end();
  }
  return { text: "", json: {}, stopped: true };
}

/** The state of the bundle, whose owner holds the lock of the project. */
export const bundleName = "dev";

/** Removes the temporary files when there is no time to close each part in turn. */
function removeTraces(root: string, { data }: DevOptions, unlock: () => void): void {
  const names = [...kubeconfigNames, "webhook-certs", apiserverCertificates, bundleName];
  if (data === undefined) names.push(apiserverData);
  for (const name of names) removeState(root, name);
  unlock();
}

/**
 * Returns whether a file belongs to the project. Logs beside the sources and files that the operator writes do not
 * trigger a build.
 */
function isPartOfProject(file: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(file) || file.startsWith("config/") || settingFiles.has(file);
}

const settingFiles = new Set(["PROJECT", "package.json", "package-lock.json", "tsconfig.json"]);

function targetOf({ client }: DevCluster): ManifestClient {
  return { client, isNamespaced: async (object) => (await client.mapper.get(kindOf(object))).namespaced };
}

/**
 * Warns about webhooks and an extension API server on a named cluster: tsop does not know whether the cluster can call this
 * machine, and both may belong to an operator that runs there.
 */
function warnOfServers(root: string, log: DevLog): void {
  const why = "because the cluster's API server may not reach this machine";
  if (existsSync(path.join(root, webhookFolder))) {
    log.say(`${webhookFolder} is not installed, ${why}. If it can, use tsop start --point-webhooks`);
  }
  if (hasApiserver(root)) {
    log.say(`${apiserverFile} is not started, ${why}. tsop deploy runs it in the cluster`);
  }
}

/** Prepares the extension API server, which starts when the project has one. The cluster must be able to call this machine. */
async function openApiserver(
  { data, fresh }: DevOptions,
  { client, addApiserver }: DevCluster,
  bundle: DevBundle,
  common: Pick<ManagerProcessOptions, "log" | "mapPlaces"> & { readonly context: Context },
): Promise<DevApiserver | undefined> {
  if (addApiserver === undefined) return undefined;
  const { cwd, env, signal } = common.context;
  const keepsData = data !== undefined;
  if (!keepsData || fresh === true) removeState(cwd, apiserverData);
  const port = await freePort();
  const process = new ManagerProcess({
    ...common,
    name: "the extension API server",
    loader: bundle.apiserverLoader,
    args: ownFlags,
    env: {
      ...{ ...env, ...apiserverEnv(cwd, port), ...processEnv(cwd) },
      KUBECONFIG: apiserverKubeconfig(cwd),
    },
  });
  return new DevApiserver({
    root: cwd,
    client,
    log: common.log,
    addUser: addApiserver,
    port,
    process,
    keepsData,
    signal,
  });
}

/** Returns the watched namespaces. Like its Deployment, a namespaced operator works in one namespace. */
function watchedNamespaces({ env }: Context, isNamespaced: boolean): readonly string[] {
  const given = (env["WATCH_NAMESPACE"] ?? "").split(",").map((name) => name.trim());
  const names = given.filter((name) => name !== "");
  return names.length > 0 || !isNamespaced ? names : ["default"];
}

/** Unused servers would only compete for ports. */
const ownFlags = ["--log-format=json", "--health-probe-bind-address=0"];

function processEnv(root: string): Readonly<Record<string, string>> {
  // The process drains when tsop ends, even if tsop could not signal it.
  return { TSOP_PARENT: "1", NODE_COMPILE_CACHE: statePath(root, "cache") };
}

/** Returns the arguments and the environment of an operator that runs beside tsop. */
export function operatorProcess(
  { args = [] }: Pick<DevOptions, "args">,
  { operatorFlags }: Pick<DevCluster, "operatorFlags">,
  { env, cwd }: Pick<Context, "env" | "cwd">,
  more: { readonly namespaces: readonly string[]; readonly env: Context["env"] },
): { readonly args: readonly string[]; readonly env: Context["env"] } {
  const { namespaces } = more;
  return {
    args: [...ownFlags, "--log-reconciles", ...operatorFlags, ...args],
    env: {
      ...env,
      ...more.env,
      ...processEnv(cwd),
      ...(namespaces.length === 0 ? {} : { WATCH_NAMESPACE: namespaces.join(",") }),
    },
  };
}
