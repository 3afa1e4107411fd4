/** Waits for an API server to serve the kinds of CRDs. */
import { TsopError } from "../core/errors.js";
import type { HttpClient } from "../kube/http-client.js";
import { defineKind, type KubeObject } from "../kube/objects.js";
import { CustomResourceDefinition, establishment } from "./crd.js";
import { deadlineAfter, poll } from "./poll.js";

export interface WaitOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Waits until the API server has established a CRD and its discovery lists the CRD's served versions, and makes the
 * client find them.
 *
 * @throws TsopError `cluster/crd-not-established`, `cluster/kind-not-served`
 */
export async function waitUntilServed(
  client: Pick<HttpClient, "get" | "mapper">,
  crd: CustomResourceDefinition,
  options: WaitOptions,
): Promise<void> {
  const deadline = deadlineAfter(options.timeoutMs);
  await waitUntilEstablished(client, crd, options);
  await waitUntilListed(client, crd, { ...options, timeoutMs: Math.max(deadline.left(), 1000) });
}

/** @throws TsopError `cluster/crd-not-established` */
export async function waitUntilEstablished(
  client: Pick<HttpClient, "get">,
  { metadata: { name } }: CustomResourceDefinition,
  { timeoutMs, signal }: WaitOptions,
): Promise<void> {
  const end = await poll(
    async () => {
      const state = establishment(await client.get(CustomResourceDefinition, { name }, { signal }));
      return state.state === "pending" ? undefined : state;
    },
    { timeoutMs, signal },
  );
  if (end?.state === "established") return;
  const reason = end === undefined ? `the kind was not served within ${timeoutMs / 1000} s` : end.reason;
  throw new TsopError("cluster/crd-not-established", `the API server does not serve ${name}: ${reason}`, {
    hint: "Another CRD may claim the same plural, kind or short name: compare with `kubectl get crd`.",
  });
}

/**
 * Waits until discovery lists the served versions of an established CRD, which takes an API server a moment more, and
 * makes the client find them.
 *
 * @throws TsopError `cluster/kind-not-served`
 */
export async function waitUntilListed(
  { mapper }: Pick<HttpClient, "mapper">,
  { spec: { group, names, versions } }: CustomResourceDefinition,
  { timeoutMs, signal }: WaitOptions,
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
      `the API server does not list ${kind.kind} of ${kind.apiVersion} ${timeoutMs / 1000} s after its CRD was established`,
    );
  }
}
