/** Whether the Pods that run convert the versions of a kind, which is asked of each of them. */
import { field, text } from "../../core/json-fields.js";
import { TsopError } from "../../core/errors.js";
import { ApiError, isForbidden } from "../../kube/api-error.js";
import type { HttpClient } from "../../kube/http-client.js";
import { Service } from "../../k8s/core/v1.js";
import { EndpointSlice } from "../../k8s/discovery/v1.js";
import { type ConversionClient, type CustomResourceDefinition, storageVersion } from "../crd.js";
import { poll } from "../poll.js";
import { type Deadline, showDuration } from "./deadline.js";
import { showObject } from "./object-id.js";

export interface ConversionWait {
  readonly deadline: Deadline;
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
  /** For how long the Pods behind the Service have to be the same. Default: 0. */
  readonly settledMs?: number;
}

/** What kube-proxy on the API server's machine may take, when it is busy, to notice a Pod that has ended. */
export const routesOutliveMs = 10_000;

interface Endpoint {
  readonly pod: string;
  readonly port: number;
  readonly isEnding: boolean;
  readonly isReady: boolean;
}

/** A Pod that is ready and does not know a version has another image than the sources: waiting does not help. */
const patienceMs = 20_000;

/**
 * Waits until every Pod behind the Service converts the versions of the CRD, and those that end are gone: connections of the API
 * server lead to them for as long as they answer.
 *
 * @throws TsopError `deploy/not-converted`
 */
export async function waitUntilConverted(
  client: HttpClient,
  crd: CustomResourceDefinition,
  { deadline, signal, onProgress, settledMs = 0 }: ConversionWait,
): Promise<void> {
  const service = crd.spec.conversion?.webhook?.clientConfig?.service;
  if (service === undefined || crd.spec.versions.length < 2) return;
  let reasons: readonly string[] = [];
  let since: number | undefined;
  let settled = { pods: "", since: performance.now() };
  const end = await poll<"answered" | "hopeless">(
    async () => {
      const endpoints = await endpointsOf(client, service, signal);
      const answers = await Promise.all(
        endpoints.map((each) => whyNot(client, crd, { service, endpoint: each, signal })),
      );
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
      onProgress(`waiting for the conversion of ${showObject(crd)}: ${reasons.join("; ")}`);
      since = isSteady ? (since ?? now) : undefined;
      return since !== undefined && now - since > patienceMs ? "hopeless" : undefined;
    },
    { timeoutMs: deadline.left(), signal },
  );
  if (end === "answered") return;
  const when = end === "hopeless" ? "" : ` within ${showDuration(deadline.timeoutMs)}`;
  throw new TsopError(
    "deploy/not-converted",
    [`the operator did not convert ${showObject(crd)}${when}`, ...reasons].join("\n  "),
    {
      hint:
        "Build and push an image of these sources (npm run docker-build && npm run docker-push), and deploy again.\n" +
        "Versions that need the conversion were not added: what was served before is served.",
    },
  );
}

/**
 * Waits until each served version can be read, through whatever lies between the API server and the Pods.
 *
 * @throws TsopError `deploy/not-converted`
 */
export async function waitUntilReadable(
  client: HttpClient,
  crd: CustomResourceDefinition,
  { deadline, signal, onProgress }: ConversionWait,
): Promise<void> {
  const { group, names, versions } = crd.spec;
  for (const { name } of versions.filter(({ served }) => served)) {
    let why = "";
    const path = `/apis/${group}/${name}/${names.plural}?limit=1`;
    const end = await poll(
      async () => {
        try {
          await client.transport.request({ method: "GET", path, signal });
          return true;
        } catch (error) {
          if (isForbidden(error)) return true; // who may not read cannot say more
          if (!(error instanceof ApiError)) throw error;
          why = error.message;
          onProgress(`waiting until ${names.plural}.${name}.${group} can be read: ${why}`);
          return undefined;
        }
      },
      { timeoutMs: Math.max(deadline.left(), 1000), signal },
    );
    if (end === true) continue;
    throw new TsopError("deploy/not-converted", `${names.plural}.${name}.${group} cannot be read: ${why}`, {
      hint: "Look at the operator's log: `kubectl logs` of its Pods says what the conversion was asked, and what it failed on.",
    });
  }
}

async function endpointsOf(
  client: HttpClient,
  { name, namespace, port = 443 }: NonNullable<ConversionClient["service"]>,
  signal: AbortSignal,
): Promise<Endpoint[]> {
  const labels = { "kubernetes.io/service-name": name };
  const [found, { items }] = await Promise.all([
    client.get(Service, { name, namespace }, { signal }),
    client.list(EndpointSlice, { namespace, labels, signal }),
  ]);
  const portName = found?.spec?.ports?.find((each) => each.port === port)?.name ?? "";
  return items.flatMap(({ endpoints, ports = [] }) => {
    const target = ports.find((each) => (each.name ?? "") === portName)?.port;
    if (target === undefined) return [];
    return endpoints.flatMap(({ targetRef, conditions = {} }) => {
      if (targetRef?.kind !== "Pod" || targetRef.name === undefined) return [];
      const isEnding = conditions.terminating === true;
      return [{ pod: targetRef.name, port: target, isEnding, isReady: conditions.ready !== false }];
    });
  });
}

interface Asked {
  readonly service: NonNullable<ConversionClient["service"]>;
  readonly endpoint: Endpoint;
  readonly signal: AbortSignal;
}

/** What keeps a Pod from converting; undefined: nothing. */
async function whyNot(
  client: HttpClient,
  crd: CustomResourceDefinition,
  { service, endpoint: { pod, port, isEnding, isReady }, signal }: Asked,
): Promise<string | undefined> {
  if (isEnding) return `Pod ${pod} of the version before still answers`;
  if (!isReady) return `Pod ${pod} is not ready`;
  const path = `/api/v1/namespaces/${service.namespace}/pods/https:${pod}:${port}/proxy${service.path ?? "/"}`;
  try {
    const body = JSON.stringify(probeOf(crd));
    const answer = await client.transport.request({ method: "POST", path, body, signal });
    return refusalIn(answer) === undefined ? undefined : `Pod ${pod}: ${refusalIn(answer)}`;
  } catch (error) {
    if (isForbidden(error)) return undefined; // who may not ask Pods has to believe their readiness
    if (!(error instanceof ApiError)) throw error;
    return `Pod ${pod}: ${error.message}`;
  }
}

/** One object of each version but the stored one, without fields: whether it can be converted is no matter. */
function probeOf(crd: CustomResourceDefinition): object {
  const { group, names, versions } = crd.spec;
  const stored = storageVersion(crd);
  const objects = versions
    .filter(({ name }) => name !== stored)
    .map(({ name }) => ({ apiVersion: `${group}/${name}`, kind: names.kind, metadata: { name: "probe" } }));
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "ConversionReview",
    request: { uid: "probe", desiredAPIVersion: `${group}/${stored}`, objects },
  };
}

/** A conversion that fails on an object without fields is one; a version that the Pod does not know has this reason. */
function refusalIn(answer: string): string | undefined {
  try {
    const result = field(field(JSON.parse(answer), "response"), "result");
    return text(result, "reason") === "NotFound" ? (text(result, "message") ?? "it knows no conversion") : undefined;
  } catch {
    return "its answer is no ConversionReview";
  }
}
