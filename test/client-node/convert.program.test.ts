import type { V1NetworkPolicy, V1Pod } from "@kubernetes/client-node";
import { expect, test } from "vitest";
import { fromClientNode, toClientNode } from "../../src/client-node/convert.js";
import { Pod } from "../../src/k8s/core/v1.js";
import { NetworkPolicy } from "../../src/k8s/networking/v1.js";

const pod: Pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: {
    name: "a",
    creationTimestamp: "2026-01-01T00:00:00.000Z",
    annotations: { _from: "1_000", on: "yes", no: "0o17", e: "1e3", date: "2026-01-01" },
  },
  spec: {
    containers: [{ name: "db", image: "db", command: ["", " ", "null", "~", "a: b\nc # d\n"] }],
    restartPolicy: "Never",
  },
};
const policy: NetworkPolicy = {
  apiVersion: "networking.k8s.io/v1",
  kind: "NetworkPolicy",
  metadata: { name: "a" },
  spec: {
    podSelector: {},
    ingress: [{ from: [{ ipBlock: { cidr: "10.0.0.0/8" } }], ports: [{ port: 80 }, { port: "http" }] }],
  },
};

test("an object goes to client-node and comes back as it was", async () => {
  const theirs = await toClientNode<V1Pod>(pod);
  expect(theirs.metadata?.creationTimestamp).toEqual(new Date("2026-01-01T00:00:00Z"));
  expect(await fromClientNode(Pod, theirs)).toEqual(pod);
  const their = await toClientNode<V1NetworkPolicy>(policy);
  expect(their.spec?.ingress?.[0]?._from).toHaveLength(1);
  expect(await fromClientNode(NetworkPolicy, their)).toEqual(policy);
});

test("an item of a list gets its apiVersion and kind", async () => {
  const { metadata, spec } = await toClientNode<V1Pod>(pod);
  expect(await fromClientNode(Pod, { metadata, spec })).toEqual(pod);
});
