/** Checks the response of each Pod behind a Service, through the API server. */
import { TsopError } from "../../core/errors.js";
import { ApiError, isForbidden } from "../../kube/api-error.js";
import type { HttpClient } from "../../kube/http-client.js";
import type { TransportRequest } from "../../kube/transport.js";
import { Service } from "../../k8s/core/v1.js";
import { EndpointSlice } from "../../k8s/discovery/v1.js";
import type { ServiceReference } from "../crd.js";
import { poll, showDuration, type Waiting } from "../poll.js";

export interface AnswerWait extends Waiting {
  /** The number of milliseconds that the Pods behind the Service must stay the same. Default: 0. */
  readonly settledMs?: number;
}

/** If a ready Pod gives another response, it runs another image than the sources: waiting does not help. */
export const patienceMs = 20_000;

/** The requests to the Pods. */
export interface PodQuestion {
  /** The subject, such as `the conversion of CustomResourceDefinition bars.foo.abc.com`. */
  readonly subject: string;
  readonly service: ServiceReference;
  /** The requests to each Pod, with paths below its root. */
  readonly requests: readonly PodRequest[];
  /** Whether terminating Pods may respond too; otherwise, waits until they no longer exist. */
  readonly mayEnd: boolean;
  /** The code of the error if they do not respond as expected. */
  readonly code: TsopError["code"];
  /** The failure, such as `the operator did not convert CustomResourceDefinition bars.foo.abc.com`. */
  readonly failure: string;
  /** The part that stays unchanged. */
  readonly kept: string;
}

export interface PodRequest extends Pick<TransportRequest, "method" | "body"> {
  readonly path: string;
  /** Returns the problem with the response; undefined if there is none. */
  readonly fault: (answer: string | ApiError) => string | undefined;
}

interface Endpoint {
  readonly pod: string;
  readonly port: number;
  readonly isEnding: boolean;
  readonly isReady: boolean;
}

/**
 * Waits until every Pod behind the Service responds as expected. A Service without a selector has no Pods to check. If
 * the user lacks the permission to see them, tsop relies on their readiness.
 *
 * @throws TsopError of the question's code
 */
export async function waitUntilPodsAnswer(
  client: HttpClient,
  question: PodQuestion,
  { deadline, signal, onProgress, settledMs = 0 }: AnswerWait,
): Promise<void> {
  const { service, subject } = question;
  let reasons: readonly string[] = [];
  let since: number | undefined;
  let settled = { pods: "", since: performance.now() };
  const end = await poll<"answered" | "hopeless">(
    async () => {
      const found = await endpointsOf(client, service, signal);
      if (found === undefined) return "answered";
      const endpoints = found.filter(({ isEnding }) => !isEnding || !question.mayEnd);
      const answers = await Promise.all(endpoints.map((each) => whyNot(client, question, each, signal)));
      reasons = answers.filter((reason) => reason !== undefined);
      const isSteady = endpoints.length > 0 && endpoints.every(({ isEnding, isReady }) => isReady && !isEnding);
      if (endpoints.length === 0) reasons = [`no Pods are behind Service ${service.namespace}/${service.name}`];
      const pods = endpoints
        .map(({ pod }) => pod)
        .toSorted()
        .join(" ");
      const now = performance.now();
      if (pods !== settled.pods) settled = { pods, since: now };
      if (reasons.length === 0 && now - settled.since >= settledMs) return "answered";
      if (reasons.length === 0) reasons = ["the API server may still reach earlier Pods for a moment"];
      onProgress(`waiting for ${subject}: ${reasons.join("; ")}`);
      since = isSteady ? (since ?? now) : undefined;
      return since !== undefined && now - since > patienceMs ? "hopeless" : undefined;
    },
    { timeoutMs: deadline.left(), signal },
  );
  if (end === "answered") return;
  const when = end === "hopeless" ? "" : ` within ${showDuration(deadline.timeoutMs)}`;
  throw new TsopError(question.code, [`${question.failure}${when}`, ...reasons].join("\n  "), {
    hint:
      "Build and push an image of these sources (npm run docker-build && npm run docker-push), and deploy again.\n" +
      question.kept,
  });
}

/** Returns whether the Service has Pods, as far as the user may see. */
export async function hasPods(client: HttpClient, service: ServiceReference, signal: AbortSignal): Promise<boolean> {
  return ((await endpointsOf(client, service, signal)) ?? []).length > 0;
}

/** Returns undefined if there are no endpoints to check, or the user may not read them. */
async function endpointsOf(
  client: HttpClient,
  { name, namespace, port = 443 }: ServiceReference,
  signal: AbortSignal,
): Promise<Endpoint[] | undefined> {
  const labels = { "kubernetes.io/service-name": name };
  try {
    const [found, { items }] = await Promise.all([
      client.get(Service, { name, namespace }, { signal }),
      client.list(EndpointSlice, { namespace, labels, signal }),
    ]);
    const portName = found?.spec?.ports?.find((each) => each.port === port)?.name ?? "";
    const pods = items.flatMap(({ endpoints = [], ports = [] }) => {
      const target = ports.find((each) => (each.name ?? "") === portName)?.port;
      if (target === undefined) return [];
      return endpoints.flatMap(({ targetRef, conditions = {} }) => {
        if (targetRef?.kind !== "Pod" || targetRef.name === undefined) return [];
        const isEnding = conditions.terminating === true;
        return [{ pod: targetRef.name, port: target, isEnding, isReady: conditions.ready !== false }];
      });
    });
    const selectsNone = found !== undefined && Object.keys(found.spec?.selector ?? {}).length === 0;
    return pods.length === 0 && selectsNone ? undefined : pods;
  } catch (error) {
    if (isForbidden(error)) return undefined;
    throw error;
  }
}

/** Returns the reason why a Pod does not respond as expected; undefined if it does. */
async function whyNot(
  client: HttpClient,
  { service, requests }: PodQuestion,
  { pod, port, isEnding, isReady }: Endpoint,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (isEnding) return `Pod ${pod} of the previous version still responds`;
  if (!isReady) return `Pod ${pod} is not ready`;
  const proxy = `/api/v1/namespaces/${service.namespace}/pods/https:${pod}:${port}/proxy`;
  for (const { path, fault, ...request } of requests) {
    const answer = await client.transport
      .request({ ...request, path: `${proxy}${path}`, signal })
      .catch((error: unknown) => error);
    if (isForbidden(answer)) return undefined; // without access to the Pods, rely on their readiness
    if (typeof answer !== "string" && !(answer instanceof ApiError)) throw answer;
    const why = fault(answer);
    if (why !== undefined) return `Pod ${pod}: ${why}`;
  }
  return undefined;
}
