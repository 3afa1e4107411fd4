import { ApiError, missingRule } from "../kube/api-error.js";
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
    throw error instanceof ApiError && error.statusCode === 403 ? ownRightMissing(error) : error;
  } finally {
    client.close();
  }
}

/** An operator lacks an `@rbac` tag; here it is a person who lacks a right. */
function ownRightMissing(error: ApiError): TsopError {
  const missing = missingRule(error.status.message ?? "");
  const rule =
    missing === undefined
      ? ""
      : ` It needs a rule with the verb ${missing.verb} on ${missing.resource}${missing.group === "" ? "" : `.${missing.group}`}.`;
  return new TsopError(error.code, error.message, {
    hint: `This is about the user of your kubeconfig, not about the operator.${rule} Ask whoever runs the cluster for it, or choose another context with --context NAME.`,
    cause: error,
  });
}
