import { ownRightHint } from "../cluster/own-right-missing.js";
import { ApiError } from "../kube/api-error.js";
import type { ClusterConfig } from "../kube/cluster-config.js";
import { createLiveClient, type HttpClient } from "../kube/http-client.js";
import { TsopError } from "../core/errors.js";
import type { Context } from "./context.js";

/**
 * Connects to a cluster for as long as the action takes. What the API server warns of is passed on.
 *
 * @throws TsopError what the action throws; a right that is missing is said to be the user's own
 */
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
  } catch (error) {
    if (!(error instanceof ApiError) || error.statusCode !== 403) throw error;
    throw new TsopError(error.code, error.message, { hint: ownRightHint(error), cause: error });
  } finally {
    client.close();
  }
}
