import { expect, test } from "vitest";
import { deadlineAfter } from "../../../src/cluster/poll.js";
import { waitUntilPathsServed } from "../../../src/cluster/deploy/webhook-answers.js";
import type { ApiError } from "../../../src/kube/api-error.js";
import type { HttpClient } from "../../../src/kube/http-client.js";
import type { TransportRequest } from "../../../src/kube/transport.js";
import { clientOfPod, failure } from "../../support/pod-behind-service.js";

const wanted = {
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingWebhookConfiguration",
  metadata: { name: "hooks" },
};
const served = (hasAdditions = true) => ({
  wanted,
  asked: { service: { name: "webhooks", namespace: "system" }, paths: ["/a", "/b"] },
  hasAdditions,
});
const wait = { deadline: deadlineAfter(0), signal: new AbortController().signal, onProgress: () => undefined };
const ending = { ready: false, serving: true, terminating: true };

test.each<[string, string | ApiError]>([
  ["that is asked by POST alone", failure(405, "webhooks accept only POST")],
  ["that answers whatever it is asked", "{}"],
  ["that cannot read the question", failure(400, "request body is empty")],
])("a Pod %s serves the paths", async (_, answer) => {
  const sent: TransportRequest[] = [];
  await waitUntilPathsServed(clientOfPod({ answer, sent }), served(), wait);
  const proxy = "/api/v1/namespaces/system/pods/https:operator-1:9443/proxy";
  expect(sent).toMatchObject(["/a", "/b"].map((path) => ({ method: "GET", path: `${proxy}${path}` })));
});

test.each<[string, ApiError, object, string]>([
  ["without the path", failure(404, "no webhook is served at /a"), { ready: true }, "it serves no webhook at /a"],
  ["that is unreachable", failure(503, "dial tcp: refused"), { ready: true }, "dial tcp: refused"],
  ["that ends", failure(405, ""), ending, "Pod operator-1 of the previous version still responds"],
  ["that is not ready", failure(405, ""), { ready: false }, "Pod operator-1 is not ready"],
])("a Pod %s is waited for, and named", async (_, answer, conditions, why) => {
  await expect(waitUntilPathsServed(clientOfPod({ answer, conditions }), served(), wait)).rejects.toMatchObject({
    code: "deploy/webhook-down",
    message: expect.stringContaining(why) as string,
    hint: expect.stringContaining("tsop did not add the new webhooks") as string,
  });
});

test("ignores a Pod that ends if no webhook is new; another Pod must exist", async () => {
  const client = clientOfPod({ answer: failure(405, ""), conditions: ending });
  await expect(waitUntilPathsServed(client, served(false), wait)).rejects.toMatchObject({
    message: expect.stringContaining("no Pods are behind Service system/webhooks") as string,
  });
});

test.each<[string, HttpClient]>([
  ["Pods", clientOfPod({ answer: failure(403, "pods/proxy is forbidden") })],
  ["EndpointSlices", { get: () => Promise.resolve(undefined), list: () => Promise.reject(failure(403, "")) } as never],
  [
    "a Service without a selector",
    { get: () => Promise.resolve({ spec: {} }), list: () => Promise.resolve({ items: [] }) } as never,
  ],
])("who may not or cannot look at %s waits for no answer", async (_, client) => {
  await waitUntilPathsServed(client, served(), wait);
});
