/** Checks whether each running Pod converts the versions of a kind. */
import { field, readJson, text } from "../../core/json-fields.js";
import { TsopError } from "../../core/errors.js";
import { ApiError, isForbidden } from "../../kube/api-error.js";
import type { HttpClient } from "../../kube/http-client.js";
import { type CustomResourceDefinition, storageVersion } from "../crd.js";
import { until } from "../poll.js";
import { showObject } from "./object-id.js";
import { type AnswerWait, waitUntilPodsAnswer } from "./pod-answers.js";

/**
 * Waits until every Pod behind the Service converts the versions of the CRD, and terminating Pods no longer exist:
 * connections of the API server use them as long as they respond.
 *
 * @throws TsopError `deploy/not-converted`
 */
export async function waitUntilConverted(
  client: HttpClient,
  crd: CustomResourceDefinition,
  wait: AnswerWait,
): Promise<void> {
  const service = crd.spec.conversion?.webhook?.clientConfig?.service;
  if (service === undefined || crd.spec.versions.length < 2) return;
  const request = {
    method: "POST",
    path: service.path ?? "/",
    body: JSON.stringify(probeOf(crd)),
    fault: (answer: string | ApiError) => (typeof answer === "string" ? refusalIn(answer) : answer.message),
  } as const;
  const question = {
    subject: `the conversion of ${showObject(crd)}`,
    ...{ service, requests: [request], mayEnd: false },
    code: "deploy/not-converted",
    failure: `the operator did not convert ${showObject(crd)}`,
    kept: "tsop did not add the versions that need the conversion: the cluster serves the same versions as before.",
  } as const;
  await waitUntilPodsAnswer(client, question, wait);
}

/**
 * Waits until each served version can be read, through all components between the API server and the Pods.
 *
 * @throws TsopError `deploy/not-converted`
 */
export async function waitUntilReadable(
  client: HttpClient,
  crd: CustomResourceDefinition,
  { deadline, signal, onProgress }: AnswerWait,
): Promise<void> {
  const { group, names, versions } = crd.spec;
  for (const { name } of versions.filter(({ served }) => served)) {
    let why = "";
    const path = `/apis/${group}/${name}/${names.plural}?limit=1`;
    const isReadable = async (): Promise<boolean> => {
      try {
        await client.transport.request({ method: "GET", path, signal });
        return true;
      } catch (error) {
        if (isForbidden(error)) return true; // without the permission to read, no more can be checked
        if (!(error instanceof ApiError)) throw error;
        why = error.message;
        onProgress(`waiting until ${names.plural}.${name}.${group} is readable: ${why}`);
        return false;
      }
    };
    if (await until(isReadable, { timeoutMs: Math.max(deadline.left(), 1000), signal })) continue;
    throw new TsopError("deploy/not-converted", `${names.plural}.${name}.${group} is not readable: ${why}`, {
      hint: "Check the operator's log (`kubectl logs` of its Pods): it shows the conversion request and the error.",
    });
  }
}

/**
 * Returns one object without fields for each version except the stored one. Whether it can be converted does not
 * matter.
 */
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

/**
 * A conversion that fails for an object without fields still is a conversion. This reason means that the Pod does not
 * know the version.
 */
function refusalIn(answer: string): string | undefined {
  const review = readJson(answer);
  if (review === undefined) return "its response is not a ConversionReview";
  const result = field(field(review, "response"), "result");
  return text(result, "reason") === "NotFound" ? (text(result, "message") ?? "it has no conversion") : undefined;
}
