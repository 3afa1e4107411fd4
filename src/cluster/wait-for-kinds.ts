import type { HttpClient } from "../kube/http-client.js";
import { TsopError } from "../core/errors.js";
import { defineKind } from "../kube/kind.js";
import type { KubeObject } from "../kube/objects.js";
import type { CustomResourceDefinition } from "./crd.js";
import { poll } from "./poll.js";

export interface WaitForKindsOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Waits until discovery lists the kinds of CRDs that are established, which takes an API server a moment more, and has the
 * client find them.
 *
 * @throws TsopError `cluster/kind-not-served`
 */
export async function waitForKinds(
  client: HttpClient,
  crds: readonly CustomResourceDefinition[],
  options: WaitForKindsOptions,
): Promise<void> {
  for (const crd of crds) {
    await waitForVersions(client, crd, options);
  }
}

async function waitForVersions(
  { mapper }: HttpClient,
  { spec: { group, names, versions } }: CustomResourceDefinition,
  { timeoutMs, signal }: WaitForKindsOptions,
): Promise<void> {
  for (const { name: version } of versions.filter(({ served }) => served)) {
    const kind = defineKind<KubeObject>(`${group}/${version}`, names.kind);
    const found = await poll(
      async () => {
        mapper.invalidate(kind.apiVersion);
        return mapper.find(kind);
      },
      { timeoutMs, signal },
    );
    if (found !== undefined) continue;
    throw new TsopError(
      "cluster/kind-not-served",
      `the API server does not list ${kind.kind} of ${kind.apiVersion} ${timeoutMs / 1000} s after it was established`,
    );
  }
}
