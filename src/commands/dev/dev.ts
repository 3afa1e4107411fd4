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
import { DevBundle } from "./dev-bundle.js";
import { checkClusterOptions, type DevCluster, isEmbedded, openChosen, openEmbedded } from "./dev-cluster.js";
import { lockProject } from "./dev-lock.js";
import { createDevLog, type DevLog } from "./dev-log.js";
import { DevSamples } from "./dev-samples.js";
import { DevSession } from "./dev-session.js";
import { DevWebhooks, webhookFolder } from "./dev-webhooks.js";
import { freePort } from "../../kube/local-port.js";
import { ManagerProcess } from "./manager-process.js";

/** What a test puts in the place of the world. */
export interface DevParts {
  readonly startApiServer?: StartApiServer;
  readonly changes?: ChangeSource;
}

/**
 * Runs the operator while it is being written: on the embedded API server, or on a cluster that is named. Every save brings
 * the manifests, the CRDs, the operator and the samples up to date, until a signal ends it.
 *
 * @throws TsopError when there is no project, or the cluster cannot be had; what is wrong with sources is said and waited for
 */
export async function dev(options: DevOptions, context: Context, parts: DevParts = {}): Promise<CommandResult> {
  checkClusterOptions(options);
  const { cwd, signal } = context;
  const project = readProject(cwd);
  takeOver(cwd); // Node runs what is in the cache of compiled code
  const unlock = lockProject(cwd);
  const log = createDevLog(context);
  const ends: (() => void | Promise<void>)[] = [unlock, context.atExit(() => removeTraces(cwd, unlock))];
  try {
    const startApiServer = parts.startApiServer ?? (await import("../../apiserver/start-api-server.js")).startApiServer;
    const cluster = isEmbedded(options)
      ? await openEmbedded(options, project, { context, log, startApiServer })
      : await openChosen(options, context);
    ends.push(() => cluster.stop());
    signal.throwIfAborted(); // from here on, it takes a while
    const bundle = new DevBundle(cwd, statePath(cwd, bundleName));
    ends.push(() => bundle.close());
    const namespaces = watchedNamespaces(context, project.namespaced);
    const target = targetOf(cluster);
    const webhooks = isEmbedded(options)
      ? new DevWebhooks({ root: cwd, target, log, port: await freePort(), signal })
      : undefined;
    if (webhooks === undefined) warnOfWebhooks(cwd, log);
    else ends.push(() => webhooks.close());
    const process = operatorProcess(options, cluster, context, { namespaces, env: webhooks?.env ?? {} });
    const mapPlaces = createStackMapper((file) => readFileSync(file, "utf8"));
    const manager = new ManagerProcess({ context, log, mapPlaces, loader: bundle.loader, ...process });
    ends.push(() => manager.stop());
    const samples = options.samples === false ? undefined : new DevSamples(cwd, target, log);
    const session = new DevSession({ context, project, log, cluster, bundle, manager, samples, webhooks, namespaces });
    const counts = (file: string): boolean => isPartOfProject(file) || bundle.sources.has(file) || session.hasFailed;
    const changes = new FileChanges(parts.changes ?? diskChanges(cwd, [""]), signal, counts);
    ends.push(() => changes.close());
    await changes.open();
    signal.throwIfAborted();
    await session.turn(0, new Set());
    while (await changes.next()) await session.turn(changes.since, changes.files);
  } catch (error) {
    if (!signal.aborted) throw error; // what a signal interrupts is no failure
  } finally {
    for (const end of ends.reverse()) await end();
  }
  return { text: "", json: {}, stopped: true };
}

const bundleName = "dev";

/** Where there is no time to end one part after the other. */
function removeTraces(root: string, unlock: () => void): void {
  for (const name of ["kubeconfig", "operator.kubeconfig", "webhook-certs", bundleName]) removeState(root, name);
  unlock();
}

/** A log that somebody writes beside the sources, or what the operator itself writes, is nothing to build again for. */
function isPartOfProject(file: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(file) || file.startsWith("config/") || settingFiles.has(file);
}

const settingFiles = new Set(["PROJECT", "package.json", "package-lock.json", "tsconfig.json"]);

function targetOf({ client }: DevCluster): ManifestClient {
  return { client, isNamespaced: async (object) => (await client.mapper.get(kindOf(object))).namespaced };
}

/** Of a cluster nobody knows whether it could call this machine; and its webhooks may be those of an operator that runs there. */
function warnOfWebhooks(root: string, log: DevLog): void {
  if (!existsSync(path.join(root, webhookFolder))) return;
  log.say(
    `${webhookFolder} is not installed: the cluster's API server could not call this machine; where it can, there is tsop start --point-webhooks`,
  );
}

/** A namespaced operator works in one namespace, as its Deployment has it. */
function watchedNamespaces({ env }: Context, isNamespaced: boolean): readonly string[] {
  const given = (env["WATCH_NAMESPACE"] ?? "").split(",").map((name) => name.trim());
  const names = given.filter((name) => name !== "");
  return names.length > 0 || !isNamespaced ? names : ["default"];
}

function operatorProcess(
  { args = [] }: DevOptions,
  { operatorFlags }: DevCluster,
  { env, cwd }: Context,
  more: { readonly namespaces: readonly string[]; readonly env: Context["env"] },
): { readonly args: readonly string[]; readonly env: Context["env"] } {
  const { namespaces } = more;
  return {
    // Servers that nobody asks would take ports from each other.
    args: [...["--log-format=json", "--log-reconciles", "--health-probe-bind-address=0"], ...operatorFlags, ...args],
    env: {
      ...env,
      ...more.env,
      TSOP_PARENT: "1", // it drains when we are gone, even if we could not tell it
      NODE_COMPILE_CACHE: statePath(cwd, "cache"),
      ...(namespaces.length === 0 ? {} : { WATCH_NAMESPACE: namespaces.join(",") }),
    },
  };
}
