/** Whether the Pods behind a Service answer a question, which is asked of each of them through the API server. */
import { TsopError } from "../../core/errors.js";
import { ApiError, isForbidden } from "../../kube/api-error.js";
import type { HttpClient } from "../../kube/http-client.js";
import type { TransportRequest } from "../../kube/transport.js";
import { Service } from "../../k8s/core/v1.js";
import { EndpointSlice } from "../../k8s/discovery/v1.js";
import type { ServiceReference } from "../crd.js";
import { poll, showDuration, type Waiting } from "../poll.js";

export interface AnswerWait extends Waiting {
  /** For how long the Pods behind the Service have to be the same. Default: 0. */
  readonly settledMs?: number;
}

/** What kube-proxy on the API server's machine may take, when it is busy, to notice a Pod that has ended. */
export const routesOutliveMs = 10_000;

/** A Pod that is ready and gives another answer has another image than the sources: waiting does not help. */
export const patienceMs = 20_000;

/** What the Pods are asked. */
export interface PodQuestion {
  /** `the conversion of CustomResourceDefinition bars.foo.abc.com`. */
  readonly subject: string;
  readonly service: ServiceReference;
  /** Requests to each Pod, below its root. */
  readonly requests: readonly PodRequest[];
  /** Whether Pods that are ending may answer as well; otherwise they are waited for until they are gone. */
  readonly mayEnd: boolean;
  /** Of the error, where they do not answer as they are to. */
  readonly code: TsopError["code"];
  /** `the operator did not convert CustomResourceDefinition bars.foo.abc.com`. */
  readonly failure: string;
  /** What stays as it was. */
  readonly kept: string;
}

export interface PodRequest extends Pick<TransportRequest, "method" | "body"> {
  readonly path: string;
  /** What is wrong with the answer; undefined: nothing. */
  readonly fault: (answer: string | ApiError) => string | undefined;
}

interface Endpoint {
  readonly pod: string;
  readonly port: number;
  readonly isEnding: boolean;
  readonly isReady: boolean;
}

/**
 * Waits until every Pod behind the Service answers as it is to. A Service without a selector has no Pods that could be asked; and
 * whoever may not look at them has to believe their readiness.
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
      if (endpoints.length === 0) reasons = [`no Pod is behind Service ${service.namespace}/${service.name}`];
      const pods = endpoints
        .map(({ pod }) => pod)
        .toSorted()
        .join(" ");
      const now = performance.now();
      if (pods !== settled.pods) settled = { pods, since: now };
      if (reasons.length === 0 && now - settled.since >= settledMs) return "answered";
      if (reasons.length === 0) reasons = ["routes to earlier Pods may be in use for a moment"];
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

/** Whether Pods are behind the Service, as far as the user may see. */
export async function hasPods(client: HttpClient, service: ServiceReference, signal: AbortSignal): Promise<boolean> {
  return ((await endpointsOf(client, service, signal)) ?? []).length > 0;
}

/** Undefined where there is nothing to look at, or the user may not. */
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
    const pods = items.flatMap(({ endpoints, ports = [] }) => {
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

/** What keeps a Pod from answering; undefined: nothing. */
async function whyNot(
  client: HttpClient,
  { service, requests }: PodQuestion,
  { pod, port, isEnding, isReady }: Endpoint,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (isEnding) return `Pod ${pod} of the version before still answers`;
  if (!isReady) return `Pod ${pod} is not ready`;
  const proxy = `/api/v1/namespaces/${service.namespace}/pods/https:${pod}:${port}/proxy`;
  for (const { path, fault, ...request } of requests) {
    const answer = await client.transport
      .request({ ...request, path: `${proxy}${path}`, signal })
      .catch((error: unknown) => error);
    if (isForbidden(answer)) return undefined; // who may not ask Pods has to believe their readiness
    if (typeof answer !== "string" && !(answer instanceof ApiError)) throw answer;
    const why = fault(answer);
    if (why !== undefined) return `Pod ${pod}: ${why}`;
  }
  return undefined;
}
