/** The API server on which scorecard tries a bundle: the embedded one, or that of a named cluster. */
import { defined } from "../../../core/defined.js";
import { TsopError } from "../../../core/errors.js";
import type { ClusterConfig } from "../../../kube/cluster-config.js";
import { createLiveClient, type HttpClient } from "../../../kube/http-client.js";
import type { KubeObject } from "../../../kube/objects.js";
import { startServer } from "../../apiserver-start.js";
import { chooseCluster } from "../../choose-cluster.js";
import type { Context } from "../../context.js";
import type { ScorecardOptions } from "../../declared/olm-validate.js";

export interface ScorecardCluster {
  readonly client: HttpClient;
  /** The connection of the client. */
  readonly config: ClusterConfig;
  /** The namespace of the examples that name none. */
  readonly namespace: string;
  /** Undefined for a named cluster, where tsop manages no users. */
  readonly addUser: ((name: string) => string) | undefined;
  stop(): Promise<void>;
}

const fieldManager = "tsop-scorecard";

/**
 * Opens the named cluster, or else starts the embedded API server, which contains nothing but the bundle.
 *
 * @throws TsopError as `chooseCluster`, and for a cluster that does not respond
 */
export function openCluster(options: ScorecardOptions, context: Context): Promise<ScorecardCluster> {
  const isNamed = options.context !== undefined || options.kubeconfig !== undefined;
  return isNamed ? openNamed(options, context) : startEmbedded(options, context);
}

async function openNamed(options: ScorecardOptions, context: Context): Promise<ScorecardCluster> {
  const config = await chooseCluster(options, context);
  const client = createLiveClient(config, { fieldManager });
  const stop = (): Promise<void> => {
    client.close();
    return Promise.resolve();
  };
  try {
    await client.transport.request({ method: "GET", path: "/version", signal: context.signal });
  } catch (error) {
    await stop();
    throw error;
  }
  return { client, config, namespace: options.namespace ?? config.namespace, addUser: undefined, stop };
}

async function startEmbedded(options: ScorecardOptions, context: Context): Promise<ScorecardCluster> {
  const { startApiServer } = await import("../../../apiserver/start-api-server.js");
  // Without Pods, the status of an operator that creates them would never become final.
  const server = await startServer(startApiServer, { simulateWorkloads: options.run === true }, context);
  const user = "tsop-scorecard";
  const { token } = server.addUser({ name: user, groups: ["system:masters"] });
  const namespace = options.namespace ?? "default";
  const config: ClusterConfig = {
    ...{ source: "the embedded API server", context: user, server: server.url, namespace },
    tls: { ca: { kind: "data", data: server.caCertificate } },
    auth: { kind: "token", token },
  };
  const client = createLiveClient(config, { fieldManager });
  const cluster: ScorecardCluster = {
    ...{ client, config, namespace },
    addUser: (name) => server.addUser({ name, groups: [] }).kubeconfig,
    stop: () => {
      client.close();
      return server.stop();
    },
  };
  try {
    await createNamespace(cluster, namespace, context.signal);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}

/** Creates a namespace in the embedded API server. In a named cluster, users create the namespaces. */
export async function createNamespace(
  { client, addUser }: Pick<ScorecardCluster, "client" | "addUser">,
  name: string,
  signal?: AbortSignal,
): Promise<void> {
  if (addUser === undefined) return;
  const object: KubeObject = { apiVersion: "v1", kind: "Namespace", metadata: { name } };
  await client.apply<KubeObject>(object, { force: true, ...defined({ signal }) });
}

/** @throws TsopError `usage/invalid-argument` for options of a cluster that contradict each other */
export function checkClusterOptions({ context, kubeconfig, skipCleanup }: ScorecardOptions): void {
  if (skipCleanup !== true || context !== undefined || kubeconfig !== undefined) return;
  throw new TsopError("usage/invalid-argument", "--skip-cleanup keeps objects in a cluster, but no cluster is named", {
    hint: "Name the cluster with --context NAME. The embedded API server ends with the command.",
  });
}
