/**
 * Checks whether webhooks are called: sends requests for their paths to each Pod, and makes the API server call them.
 */
import { TsopError } from "../../core/errors.js";
import { ApiError } from "../../kube/api-error.js";
import type { HttpClient } from "../../kube/http-client.js";
import type { KubeObject } from "../../kube/objects.js";
import { poll, showDuration } from "../poll.js";
import { describeService } from "./explain-webhook.js";
import { showObject } from "./object-id.js";
import { type AnswerWait, patienceMs, waitUntilPodsAnswer } from "./pod-answers.js";
import { type AskedService, type Probe, probeLabel, type ProbeAnswer, readProbeAnswer } from "./webhook-stages.js";

export interface ServedPaths {
  readonly wanted: KubeObject;
  readonly asked: AskedService;
  /** Whether there are new entries. The earlier Pods, and the routes to them, must then no longer exist. */
  readonly hasAdditions: boolean;
}

/** @throws TsopError `deploy/webhook-down` */
export async function waitUntilPathsServed(
  client: HttpClient,
  { wanted, asked: { service, paths }, hasAdditions }: ServedPaths,
  wait: AnswerWait,
): Promise<void> {
  // A webhook server rejects a GET, but not with 404.
  const requests = paths.map((path) => ({
    ...({ method: "GET", path } as const),
    fault: (answer: string | ApiError) => {
      if (typeof answer === "string") return undefined;
      if (answer.statusCode === 404) return `it serves no webhook at ${path}`;
      return answer.statusCode >= 500 ? answer.message : undefined;
    },
  }));
  const subject = `the webhooks of ${showObject(wanted)}`;
  const question = {
    ...{ subject, service, requests, mayEnd: !hasAdditions },
    code: "deploy/webhook-down",
    failure: `the operator did not serve ${subject} at Service ${service.namespace}/${service.name}`,
    kept: "tsop did not add the new webhooks; the existing webhooks are unchanged.",
  } as const;
  await waitUntilPodsAnswer(client, question, { ...wait, settledMs: hasAdditions ? (wait.settledMs ?? 0) : 0 });
}

export interface CalledProbe {
  readonly wanted: KubeObject;
  readonly probe: Probe;
  /** Whether the new entries are still missing. */
  readonly isBefore: boolean;
}

/**
 * Waits until the API server reaches the Service of the probe. If the API server cannot be made to call it (another
 * webhook rejects the request, or the API server calls no webhooks), that is not the operator's failure.
 *
 * @returns the reason why the call could not be verified, or undefined if it was
 * @throws TsopError `deploy/webhook-down`
 */
export async function waitUntilCalled(
  client: HttpClient,
  { wanted, probe, isBefore }: CalledProbe,
  { deadline, signal, onProgress }: AnswerWait,
): Promise<string | undefined> {
  let since: number | undefined;
  let last: ProbeAnswer = { kind: "not-asked", why: "tsop sent no request yet" };
  const end = await poll(
    async () => {
      last = await ask(client, probe, signal);
      if (last.kind === "called") return last.kind;
      onProgress(`waiting until the API server reaches the webhooks of ${showObject(wanted)}: ${last.why}`);
      const now = performance.now();
      since = last.kind === "not-asked" ? (since ?? now) : undefined;
      return since !== undefined && now - since > patienceMs ? last.kind : undefined;
    },
    { timeoutMs: Math.max(deadline.left(), 1000), signal },
  );
  if (end === "called") return undefined;
  const { service } = probe.clientConfig;
  const place = `Service ${service.namespace}/${service.name}`;
  const { why } = last;
  if (last.kind === "not-asked") return `${place}: ${why}`;
  const lines = await describeService(client, service, AbortSignal.any([signal, AbortSignal.timeout(10_000)])).catch(
    () => [], // the known facts are still valid
  );
  throw new TsopError(
    "deploy/webhook-down",
    [
      `the API server did not reach the webhooks of ${showObject(wanted)} within ${showDuration(deadline.timeoutMs)}: ${why}`,
      `the API server calls them at ${place}`,
      ...lines,
    ].join("\n  "),
    {
      hint:
        "Check the network between the API server and the Pods (NetworkPolicies, firewalls), and the certificate of the webhooks." +
        (isBefore ? "\ntsop did not add the new webhooks; the existing webhooks are unchanged." : ""),
    },
  );
}

/** Sends a request that is not stored, and that no other webhook needs to validate. */
async function ask(client: HttpClient, probe: Probe, signal: AbortSignal): Promise<ProbeAnswer> {
  const review = {
    apiVersion: "authentication.k8s.io/v1",
    kind: "SelfSubjectReview",
    metadata: { labels: { [probeLabel]: probe.word } },
  };
  const path = "/apis/authentication.k8s.io/v1/selfsubjectreviews?dryRun=All";
  try {
    await client.transport.request({ method: "POST", path, body: JSON.stringify(review), signal });
    return readProbeAnswer(probe, undefined);
  } catch (error) {
    if (error instanceof ApiError) return readProbeAnswer(probe, error.status.message ?? error.message);
    throw error;
  }
}
