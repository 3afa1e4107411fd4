/** What lives in a namespace that we have made, and is not ours: with the namespace, it would go. */
import { TsopError } from "../../core/errors.js";
import { toApiVersion } from "../../core/gvk.js";
import type { HttpClient } from "../../kube/http-client.js";
import { unstructured } from "../../kube/kind.js";
import type { KubeObject } from "../../kube/objects.js";

/** What Kubernetes puts into each namespace, or what tells of others. */
const ofKubernetes: ReadonlySet<string> = new Set([
  "Event",
  "Endpoints",
  "EndpointSlice",
  "Lease",
  "PodMetrics",
  "ControllerRevision",
]);

/** `PersistentVolumeClaim data`: the first few. */
export async function tenantsOf(client: HttpClient, namespace: string, signal: AbortSignal): Promise<string[]> {
  const { resources } = await client.mapper.list();
  const listed = resources.filter(
    ({ namespaced, verbs, kind }) =>
      namespaced && verbs.includes("list") && verbs.includes("delete") && !ofKubernetes.has(kind),
  );
  const found: string[] = [];
  for (let start = 0; start < listed.length; start += atOnce) {
    const batch = listed.slice(start, start + atOnce).map(async ({ group, version, kind }) => {
      const { items } = await client.metadata
        .list(unstructured(toApiVersion(group, version), kind), { namespace, signal, limit: 20 })
        .catch(noneIfGone);
      return items.filter((item) => isTenant(kind, item)).map(({ metadata: { name } }) => `${kind} ${name}`);
    });
    found.push(...(await Promise.all(batch)).flat());
  }
  return [...new Set(found)].toSorted().slice(0, 5);
}

/** A kind may go while others are looked at. */
function noneIfGone(error: unknown): { readonly items: readonly KubeObject[] } {
  if (error instanceof TsopError && error.code === "cluster/kind-not-served") return { items: [] };
  throw error;
}

/** So many kinds are asked for at a time. */
const atOnce = 5;

/** What has an owner goes with it, and what is being deleted goes anyway. */
function isTenant(kind: string, { metadata }: KubeObject): boolean {
  if (metadata.deletionTimestamp !== undefined || (metadata.ownerReferences ?? []).length > 0) return false;
  if (kind === "ConfigMap") return metadata.name !== "kube-root-ca.crt";
  return !(kind === "ServiceAccount" && metadata.name === "default");
}
