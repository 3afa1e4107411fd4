import type { ClusterConfig } from "../kube/cluster-config.js";
import { createLiveClient, type HttpClient } from "../kube/http-client.js";
import type { Context } from "./context.js";

/** Connects to a cluster for as long as the action takes. What the API server warns of is passed on. */
export async function withClient<T>(
  cluster: ClusterConfig,
  context: Context,
  action: (client: HttpClient) => Promise<T>,
): Promise<T> {
  const client = createLiveClient(cluster, {
    onWarning: (text) => context.output.note(`warning from the API server: ${text}`),
  });
  try {
    return await action(client);
  } finally {
    client.close();
  }
}
