import type { Client } from "../kube/client.js";
import type { HttpClient } from "../kube/http-client.js";
import { CustomResourceDefinition } from "./crd.js";
import { deadlineAfter } from "./poll.js";
import { waitUntilServed } from "./wait-until-served.js";

export interface InstallOptions {
  readonly dryRun: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Waits until the kinds are served. Default true. */
  readonly wait?: boolean;
  /** Takes over fields that other managers have set. Default true. */
  readonly isForced?: boolean;
}

/** The result for one CRD. */
export interface InstalledCrd {
  readonly name: string;
  readonly change: "created" | "configured" | "unchanged";
  readonly before: CustomResourceDefinition | undefined;
  readonly after: CustomResourceDefinition;
}

/**
 * Applies the CRDs (server-side, so that their size does not matter) and waits until their kinds are served.
 *
 * @throws TsopError `cluster/crd-not-established`, `cluster/kind-not-served` when the API server accepts a CRD and then does
 * not serve it
 */
export async function installCrds(
  client: HttpClient,
  crds: readonly CustomResourceDefinition[],
  options: InstallOptions,
): Promise<InstalledCrd[]> {
  const { dryRun, signal, wait = true, isForced = true } = options;
  const deadline = deadlineAfter(options.timeoutMs);
  const installed: InstalledCrd[] = [];
  for (const crd of crds) {
    const key = { name: crd.metadata.name };
    const before = await client.get(CustomResourceDefinition, key, { signal });
    const after = await client.apply(crd, { force: isForced, dryRun, signal });
    installed.push({ name: key.name, change: changeBetween(before, after), before, after });
  }
  if (dryRun || !wait) return installed;
  for (const crd of crds) await waitUntilServed(client, crd, { timeoutMs: deadline.left(), signal });
  return installed;
}

/**
 * Returns the CRDs with the converters that they have in the cluster. The deployment knows the operator's Service: a
 * CRD that is installed alone has names that no kustomization has adjusted, and conversions would fail.
 */
export async function keepConversions(
  client: Client,
  crds: readonly CustomResourceDefinition[],
  signal: AbortSignal,
): Promise<CustomResourceDefinition[]> {
  return Promise.all(
    crds.map(async (crd) => {
      const { webhook } = crd.spec.conversion ?? {};
      if (webhook === undefined) return crd;
      const installed = await client.get(CustomResourceDefinition, { name: crd.metadata.name }, { signal });
      const { url, service } = installed?.spec.conversion?.webhook?.clientConfig ?? {};
      const clientConfig = url === undefined ? { ...(service === undefined ? {} : { service }) } : { url };
      if (Object.keys(clientConfig).length === 0) return crd;
      const conversion = { ...crd.spec.conversion, strategy: "Webhook", webhook: { ...webhook, clientConfig } };
      return { ...crd, spec: { ...crd.spec, conversion } };
    }),
  );
}

function changeBetween(
  before: CustomResourceDefinition | undefined,
  after: CustomResourceDefinition,
): InstalledCrd["change"] {
  if (before === undefined) return "created";
  return before.metadata.generation === after.metadata.generation ? "unchanged" : "configured";
}
