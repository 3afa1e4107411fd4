/** Pods that no controller changes, and patches of them. */
import type { JsonObject } from "../../../src/core/json.js";
import type { ContractApi, ContractCase, PatchType } from "./contract-case.js";

export const pods = "/api/v1/namespaces/$ns/pods";
const quiet = { record: false };

export interface PodOptions {
  readonly metadata?: object;
  readonly status?: object;
}

/** Creates a pod `a` with a service account without tokens, so that the server adds no volume to it. */
export async function createPod(api: ContractApi, spec: object, options: PodOptions = {}): Promise<void> {
  const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "quiet" } };
  await api.post("/api/v1/namespaces/$ns/serviceaccounts", account, quiet);
  const metadata = { name: "a", labels: { app: "a" }, ...options.metadata };
  const own = { serviceAccountName: "quiet", automountServiceAccountToken: false };
  const containers = [{ name: "main", image: "nginx:1" }];
  await api.post(pods, { apiVersion: "v1", kind: "Pod", metadata, spec: { ...own, containers, ...spec } }, quiet);
  if (options.status !== undefined) await api.patch(`${pods}/a/status`, "merge", { status: options.status }, quiet);
}

/** Returns an error unchanged, and of a pod only the fields that a client may have changed. */
export function showPod(body: JsonObject): unknown {
  if (body["kind"] !== "Pod") return body;
  const { metadata, spec, status } = body;
  const { labels, annotations, generation, finalizers, ownerReferences } = metadata as JsonObject;
  return { labels, annotations, generation, finalizers, ownerReferences, spec, status };
}

export interface PodPatch {
  readonly type?: PatchType;
  readonly body: object;
}

export interface PatchesOptions extends PodOptions {
  readonly subresource?: string;
  /** Whether the changes are only dry runs. */
  readonly isDryRun?: boolean;
}

/** Creates a case with one pod and a sequence of patches. */
export function podPatches(
  name: string,
  spec: object,
  patches: readonly PodPatch[],
  { subresource = "", isDryRun = false, ...options }: PatchesOptions = {},
): ContractCase {
  return {
    name,
    async run(api) {
      await createPod(api, spec, options);
      const path = `${pods}/a${subresource === "" ? "" : `/${subresource}`}${isDryRun ? "?dryRun=All" : ""}`;
      let hasWarned = false;
      for (const { type = "strategic", body } of patches) {
        const { headers } = await api.patch(path, type, body, { show: showPod });
        const isWarning = headers["warning"] !== undefined;
        // The API server first applies a PATCH to the cached object, and keeps the warnings of that attempt in the response. Wait
        // until the cache has an object that causes warnings, and the object that no longer does.
        if (isWarning || hasWarned) await api.get(pods, quiet);
        hasWarned = isWarning;
      }
      await api.delete(`${pods}/a`, { gracePeriodSeconds: 0 }, quiet);
    },
  };
}

/** Returns patches of the spec only. */
export function ofSpec(...specs: readonly object[]): PodPatch[] {
  return specs.map((spec) => ({ body: { spec } }));
}

export function ofStatus(...all: readonly object[]): PodPatch[] {
  return all.map((status) => ({ type: "merge", body: { status } }));
}
