import type { Pod } from "../../k8s/core/v1.js";
import { ApiError } from "../../kube/api-error.js";
import type { HttpClient } from "../../kube/http-client.js";
import type { Workload } from "./workload.js";

/** Creates a pod of the workload in a dry run, and returns the violations of the pod security standard. */
export async function gatherPodSecurity(
  client: HttpClient,
  { metadata, spec }: Workload,
  namespace: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const template = spec?.template;
  if (template?.spec === undefined) return undefined;
  const pod = {
    apiVersion: "v1" as const,
    kind: "Pod" as const,
    metadata: { generateName: `${metadata.name}-`, namespace, labels: template.metadata?.labels ?? {} },
    spec: template.spec,
  };
  try {
    await client.create<Pod>(pod, { dryRun: true, signal });
    return undefined;
  } catch (error) {
    const said = error instanceof ApiError ? (error.status.message ?? "") : "";
    const found = /violates PodSecurity.*$/s.exec(said)?.[0];
    if (found !== undefined) return found;
    // The server rejected it for a reason that other checks report: a quota, a webhook, a missing account.
    if (error instanceof ApiError && !/cannot create resource/.test(said)) return undefined;
    throw error;
  }
}
