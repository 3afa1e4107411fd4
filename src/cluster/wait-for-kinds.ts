import type { HttpClient } from "../kube/http-client.js";
import { TsopError } from "../core/errors.js";
import { type CustomResourceDefinition, servedKind } from "./crd.js";
import { poll } from "./poll.js";

/**
 * Waits until discovery lists the kinds of CRDs that are established, which takes an API server a moment more, and has the
 * client find them.
 *
 * @throws TsopError `cluster/kind-not-served`
 */
export async function waitForKinds(
  { mapper }: HttpClient,
  crds: readonly CustomResourceDefinition[],
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<void> {
  for (const crd of crds) {
    const kind = servedKind(crd);
    if (kind === undefined) continue;
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
