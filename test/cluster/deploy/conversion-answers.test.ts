import { expect, test } from "vitest";
import type { CustomResourceDefinition } from "../../../src/cluster/crd.js";
import { waitUntilConverted, waitUntilReadable } from "../../../src/cluster/deploy/conversion-answers.js";
import type { ApiError } from "../../../src/kube/api-error.js";
import type { TransportRequest } from "../../../src/kube/transport.js";
import { simpleCrd } from "../../support/crds.js";
import { clientOfPod, failure } from "../../support/pod-behind-service.js";

const plain = simpleCrd("foo.example.com", "bars", "Bar");
const service = { name: "webhooks", namespace: "system", path: "/convert" };
const crd: CustomResourceDefinition = {
  ...plain,
  spec: {
    ...plain.spec,
    versions: ["v1", "v2"].map((name) => ({ name, served: true, storage: name === "v1" })),
    conversion: { strategy: "Webhook", webhook: { clientConfig: { service } } },
  },
};

const review = (result: object): string => JSON.stringify({ kind: "ConversionReview", response: { result } });
const wait = {
  deadline: { timeoutMs: 60_000, left: () => 0 },
  signal: new AbortController().signal,
  onProgress: () => undefined,
};

test.each<[string, string | ApiError]>([
  ["that converts", review({ status: "Success" })],
  ["whose converter fails on an object without fields", review({ status: "Failure", message: "no spec" })],
  ["that may not be asked", failure(403, "pods/proxy is forbidden")],
])("a Pod %s answers", async (_, answer) => {
  const sent: TransportRequest[] = [];
  await waitUntilConverted(clientOfPod({ answer, sent }), crd, wait);
  expect(sent).toMatchObject([
    { method: "POST", path: "/api/v1/namespaces/system/pods/https:operator-1:9443/proxy/convert" },
  ]);
  expect(JSON.parse(sent[0]!.body!)).toMatchObject({
    request: { desiredAPIVersion: "foo.example.com/v1", objects: [{ apiVersion: "foo.example.com/v2", kind: "Bar" }] },
  });
});

test.each<[string, string | ApiError, object, string]>([
  [
    "that does not know the version",
    review({ status: "Failure", reason: "NotFound", message: "foo.example.com/v2 is neither" }),
    { ready: true },
    "Pod operator-1: foo.example.com/v2 is neither",
  ],
  ["without a conversion", failure(404, "no webhook is served at /convert"), { ready: true }, "no webhook is served"],
  ["that answers something else", "<html>", { ready: true }, "its response is not a ConversionReview"],
  ["that ends", review({ status: "Success" }), { ready: false, serving: true, terminating: true }, "still responds"],
  ["that is not ready", review({ status: "Success" }), { ready: false }, "Pod operator-1 is not ready"],
])("a Pod %s is waited for, and named", async (_, answer, conditions, why) => {
  await expect(waitUntilConverted(clientOfPod({ answer, conditions }), crd, wait)).rejects.toMatchObject({
    code: "deploy/not-converted",
    message: expect.stringContaining(why) as string,
  });
});

test("routes to Pods that have ended are waited for", async () => {
  const client = clientOfPod({ answer: review({ status: "Success" }) });
  await expect(waitUntilConverted(client, crd, { ...wait, settledMs: 60_000 })).rejects.toMatchObject({
    message: expect.stringContaining("may still reach earlier Pods") as string,
  });
});

test("names a version that is not readable, and the reason", async () => {
  const client = clientOfPod({ answer: failure(500, "conversion webhook for Bar failed") });
  await expect(
    waitUntilReadable(client, crd, { ...wait, deadline: { timeoutMs: 0, left: () => 0 } }),
  ).rejects.toMatchObject({
    code: "deploy/not-converted",
    message: expect.stringContaining("bars.v1.foo.example.com is not readable: conversion webhook") as string,
  });
});
