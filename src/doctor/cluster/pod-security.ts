import type { Pod } from "../../k8s/core/v1.js";
import { ApiError } from "../../kube/api-error.js";
import type { HttpClient } from "../../kube/http-client.js";
import type { Workload } from "./workload.js";

/** Offers the API server a pod of the workload, in a dry run: what its pod security standard says against it. */
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
    // Refused for other reasons, of which others tell: a quota, a webhook, an account that is gone.
    if (error instanceof ApiError && !/cannot create resource/.test(said)) return undefined;
    throw error;
  }
}
