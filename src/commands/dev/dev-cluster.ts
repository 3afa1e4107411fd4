/** The cluster where `tsop dev` runs the operator: the embedded API server, or the cluster of a named context. */
import path from "node:path";
import { defined } from "../../core/defined.js";
import { bindRoles } from "../../cluster/bind-roles.js";
import { TsopError } from "../../core/errors.js";
import { createLiveClient, type HttpClient } from "../../kube/http-client.js";
import { loadKubeConfig } from "../../kube/kubeconfig.js";
import type { KubeObject } from "../../kube/objects.js";
import type { Project } from "../../project/project.js";
import { chooseCluster } from "../choose-cluster.js";
import type { Context } from "../context.js";
import type { DevOptions } from "../declared/run.js";
import { parseControllers } from "../optional-controllers.js";
import { showNotSimulated } from "../simulated-kinds.js";
import type { DevLog } from "./dev-log.js";
import { removeState, statePath, writeState } from "../../machinery/project-state.js";
import { startServer, type StartApiServer } from "../apiserver-start.js";

export type DevClusterOptions = Omit<DevOptions, "samples" | "args">;

/** A user of the embedded API server. */
export interface DevUser {
  readonly name: string;
  /** The path of its kubeconfig. */
  readonly kubeconfig: string;
  /** Grants the user the rights of these roles. Absent if the user may do everything. */
  readonly grant?: (roles: readonly KubeObject[], namespaces: readonly string[]) => Promise<void>;
}

export interface DevCluster {
  /** The client of the administrator. */
  readonly client: HttpClient;
  /** The flags that connect the operator to this cluster. */
  readonly operatorFlags: readonly string[];
  /** Grants the operator the rights of its roles. Absent if tsop does not manage the operator's rights. */
  readonly grant?: DevUser["grant"];
  /** Adds the user of the extension API server, whose kubeconfig is {@link apiserverKubeconfig}. Absent for a named cluster. */
  readonly addApiserver?: () => DevUser;
  stop(): Promise<void>;
}

const kubeconfigName = "kubeconfig";
const operatorKubeconfigName = "operator.kubeconfig";
const apiserverKubeconfigName = "apiserver.kubeconfig";
/** All kubeconfigs that `tsop dev` writes into the state folder. */
export const kubeconfigNames = [kubeconfigName, operatorKubeconfigName, apiserverKubeconfigName];

/** Returns the path of the kubeconfig of the extension API server. */
export function apiserverKubeconfig(root: string): string {
  return statePath(root, apiserverKubeconfigName);
}

/** @throws TsopError `usage/invalid-argument` for options that contradict each other */
export function checkClusterOptions(options: DevClusterOptions): void {
  const { data, fresh, context, kubeconfig, controllers, rbac = true } = options;
  parseControllers(controllers);
  if (fresh === true && data === undefined) {
    throw new TsopError(
      "usage/invalid-argument",
      "--fresh requires --data: without a data file, every run starts empty",
      {
        hint: "Omit --fresh, or name the file with --data FILE.",
      },
    );
  }
  const chosen = context !== undefined ? "--context" : kubeconfig !== undefined ? "--kubeconfig" : undefined;
  if (chosen === undefined) return;
  const embedded = [
    ["--port", options.port !== undefined],
    ["--data", data !== undefined],
    ["--simulate-workloads", options.simulateWorkloads === true],
    ["--controllers", controllers !== undefined],
    ["--kubernetes-version", options.kubernetesVersion !== undefined],
    ["--no-rbac", !rbac],
  ] as const;
  const wrong = embedded.find(([, isGiven]) => isGiven)?.[0];
  if (wrong === undefined) return;
  throw new TsopError(
    "usage/invalid-argument",
    `${wrong} configures the embedded API server, and ${chosen} names a cluster`,
    {
      hint: `Omit ${wrong} or ${chosen}.`,
    },
  );
}

export function isEmbedded({ context, kubeconfig }: DevClusterOptions): boolean {
  return context === undefined && kubeconfig === undefined;
}

export async function openEmbedded(
  options: DevClusterOptions,
  { projectName }: Pick<Project, "projectName">,
  {
    context,
    log,
    startApiServer,
  }: { readonly context: Context; readonly log: DevLog; readonly startApiServer: StartApiServer },
): Promise<DevCluster> {
  const { cwd } = context;
  const dataFile = options.data === undefined ? undefined : path.resolve(cwd, options.data);
  const isEnforced = options.rbac !== false;
  const controllers = parseControllers(options.controllers);
  const server = await startServer(
    startApiServer,
    {
      ...defined({ port: options.port, dataFile, controllers, kubernetesVersion: options.kubernetesVersion }),
      fresh: options.fresh === true,
      simulateWorkloads: options.simulateWorkloads === true,
    },
    context,
  );
  const adminFile = statePath(cwd, kubeconfigName);
  const { signal } = context;
  const addUser = (name: string, file: string): DevUser => {
    const { kubeconfig } = server.addUser({ name, groups: isEnforced ? [] : ["system:masters"] });
    writeState(cwd, file, kubeconfig);
    const grant: DevUser["grant"] = (roles, namespaces) => bindRoles(client, name, roles, { namespaces, signal });
    return { name, kubeconfig: statePath(cwd, file), ...(isEnforced ? { grant } : {}) };
  };
  let operator: DevUser;
  try {
    writeState(cwd, kubeconfigName, server.kubeconfig);
    operator = addUser(`${projectName}-operator`, operatorKubeconfigName);
  } catch (error) {
    await server.stop();
    throw error;
  }
  const client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: adminFile }), {
    fieldManager: "tsop-dev",
  });
  log.say(
    `embedded API server at ${server.url}${dataFile === undefined ? ", in memory" : `, data in ${options.data}`}`,
    {
      server: server.url,
      kubeconfig: adminFile,
    },
  );
  log.say(`in another terminal: export KUBECONFIG=${quoted(adminFile)}`);
  log.say(showNotSimulated(options.simulateWorkloads === true, controllers ?? []));
  return {
    client,
    operatorFlags: ["--kubeconfig", operator.kubeconfig],
    ...defined({ grant: operator.grant }),
    addApiserver: () => addUser(`${projectName}-apiserver`, apiserverKubeconfigName),
    stop: async () => {
      client.close();
      await server.stop();
      for (const name of kubeconfigNames) removeState(cwd, name); // they are no longer valid
    },
  };
}

/** @throws TsopError when it cannot be reached, or is not confirmed */
export async function openChosen(options: DevClusterOptions, context: Context): Promise<DevCluster> {
  const config = await chooseCluster(options, context);
  const client = createLiveClient(config, { fieldManager: "tsop-dev" });
  try {
    await client.transport.request({ method: "GET", path: "/version", signal: context.signal });
  } catch (error) {
    client.close();
    throw error;
  }
  const { kubeconfig, context: name } = options;
  return {
    client,
    operatorFlags: [
      ...(kubeconfig === undefined ? [] : ["--kubeconfig", kubeconfig]),
      ...(name === undefined ? [] : ["--context", name]),
    ],
    stop: () => {
      client.close();
      return Promise.resolve();
    },
  };
}

/** Quotes a text for a shell. */
function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
