import { TsopError } from "../core/errors.js";
import type { Client } from "../kube/client.js";
import { CustomResourceDefinition, establishment } from "./crd.js";
import { deadlineAfter } from "./deploy/deadline.js";
import { poll } from "./poll.js";

export interface InstallOptions {
  readonly dryRun: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Wait until the kinds are served. Default true. */
  readonly wait?: boolean;
  /** Take over fields that others have set. Default true. */
  readonly isForced?: boolean;
}

/** What became of one CRD. */
export interface InstalledCrd {
  readonly name: string;
  readonly change: "created" | "configured" | "unchanged";
  readonly before: CustomResourceDefinition | undefined;
  readonly after: CustomResourceDefinition;
}

/**
 * Applies the CRDs (server-side, so that their size does not matter) and waits until their kinds are served.
 *
 * @throws TsopError `cluster/crd-not-established` when the API server accepts a CRD and then does not serve it
 */
export async function installCrds(
  client: Client,
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

function changeBetween(
  before: CustomResourceDefinition | undefined,
  after: CustomResourceDefinition,
): InstalledCrd["change"] {
  if (before === undefined) return "created";
  return before.metadata.generation === after.metadata.generation ? "unchanged" : "configured";
}

/** @throws TsopError `cluster/crd-not-established` */
export async function waitUntilServed(
  client: Client,
  { metadata: { name } }: CustomResourceDefinition,
  { timeoutMs, signal }: Pick<InstallOptions, "timeoutMs" | "signal">,
): Promise<void> {
  const end = await poll(
    async () => {
      const state = establishment(await client.get(CustomResourceDefinition, { name }, { signal }));
      return state.state === "pending" ? undefined : state;
    },
    { timeoutMs, signal },
  );
  if (end?.state === "established") return;
  const reason = end === undefined ? `it was not served within ${timeoutMs / 1000} s` : end.reason;
  throw new TsopError("cluster/crd-not-established", `the API server does not serve ${name}: ${reason}`, {
    hint: "Another CRD may claim the same plural, kind or short name: compare with `kubectl get crd`.",
  });
}
