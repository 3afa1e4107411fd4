/** The endpoints of Services with pods: a contract case would need nodes. Kubernetes' conformance tests judge them too. */
import { expect, test } from "vitest";
import { endpointSlices } from "../../../src/apiserver/controllers/endpoints/endpoint-slices.js";
import { endpointsObject } from "../../../src/apiserver/controllers/endpoints/endpoints-object.js";
import { backendsOf, isSelecting } from "../../../src/apiserver/controllers/endpoints/service-backends.js";
import type { Stored } from "../../../src/apiserver/controllers/shared/kind-objects.js";
import type { Pod, Service } from "../../../src/k8s/core/v1.js";

const times = { namespace: "default", uid: "u", creationTimestamp: "2026-01-01T00:00:00Z" };

function service(spec: Service["spec"] = {}): Stored<Service> {
  const ports = [
    { name: "web", port: 80, targetPort: "http" },
    { name: "plain", port: 81 },
  ];
  return {
    ...{ apiVersion: "v1", kind: "Service", metadata: { name: "s", ...times } },
    ...{ spec: { selector: { app: "a" }, clusterIP: "10.0.0.9", ports, ...spec }, status: {} },
  };
}

function pod(
  name: string,
  more: {
    ready?: boolean;
    ends?: boolean;
    port?: number;
    ips?: string[];
    spec?: object;
    phase?: "Running" | "Failed";
  } = {},
): Stored<Pod> {
  const { ready = true, ends = false, port = 8080, ips = [`10.244.0.${name}`], spec = {}, phase = "Running" } = more;
  const deletion = ends ? { deletionTimestamp: "2026-01-01T00:00:00Z" } : {};
  return {
    ...{ apiVersion: "v1", kind: "Pod", metadata: { name, ...times, labels: { app: "a" }, ...deletion } },
    spec: { nodeName: "n", containers: [{ name: "c", ports: [{ name: "http", containerPort: port }] }], ...spec },
    status: {
      phase,
      podIPs: ips.map((ip) => ({ ip })),
      conditions: [{ type: "Ready", status: ready ? "True" : "False" }],
    },
  };
}

const slicesOf = (owner: Stored<Service>, pods: Stored<Pod>[]) =>
  endpointSlices(owner, backendsOf(owner, pods, "IPv4"), "IPv4", []);
const endpointsOf = (owner: Stored<Service>, pods: Stored<Pod>[]) =>
  endpointsObject(owner, backendsOf(owner, pods, "IPv4"));

test("a Service has the pods that its selector matches, with their own numbers of named ports", () => {
  const pods = [
    pod("1"),
    pod("2", { ready: false }),
    pod("3", { port: 9090 }),
    pod("4", { phase: "Failed" }),
    pod("5", { ips: [] }),
  ];
  const slices = slicesOf(service(), pods);
  expect(
    slices.map(({ endpoints = [], ports }) => [
      ports?.map(({ port }) => port),
      endpoints.map(({ addresses, conditions }) => [...addresses, conditions?.ready]),
    ]),
  ).toEqual([
    [
      [8080, 81],
      [
        ["10.244.0.1", true],
        ["10.244.0.2", false],
      ],
    ],
    [[9090, 81], [["10.244.0.3", true]]],
  ]);
  expect(
    endpointsOf(service(), pods).subsets?.map(({ addresses, notReadyAddresses }) => [
      addresses?.map(({ ip }) => ip),
      notReadyAddresses?.map(({ ip }) => ip),
    ]),
  ).toEqual([
    [["10.244.0.1"], ["10.244.0.2"]],
    [["10.244.0.3"], undefined],
  ]);
});

test("a pod that ends is not ready, but serves; the Endpoints leave it out", () => {
  const [slice] = slicesOf(service(), [pod("1", { ends: true })]);
  expect(slice?.endpoints?.[0]?.conditions).toEqual({ ready: false, serving: true, terminating: true });
  expect(endpointsOf(service(), [pod("1", { ends: true })]).subsets).toBeUndefined();
});

test("publishNotReadyAddresses makes all pods ready", () => {
  const owner = service({ publishNotReadyAddresses: true });
  const pods = [pod("1", { ready: false }), pod("2", { ends: true })];
  expect(slicesOf(owner, pods)[0]?.endpoints?.map(({ conditions }) => conditions?.ready)).toEqual([true, true]);
  expect(endpointsOf(owner, pods).subsets?.[0]?.addresses).toHaveLength(2);
});

test("the hostname of a pod whose subdomain is the Service is in the endpoint", () => {
  const spec = { hostname: "h", subdomain: "s" };
  const owner = service({ clusterIP: "None", ports: [] });
  expect(
    slicesOf(owner, [pod("1", { spec }), pod("2", { spec: { ...spec, subdomain: "other" } })])[0]?.endpoints?.map(
      ({ hostname }) => hostname,
    ),
  ).toEqual(["h", undefined]);
  expect(endpointsOf(owner, [pod("1", { spec })]).subsets?.[0]?.addresses?.[0]?.hostname).toBe("h");
});

test("a slice has at most 100 endpoints", () => {
  const pods = Array.from({ length: 101 }, (_, index) => pod(String(index)));
  expect(slicesOf(service(), pods).map(({ endpoints = [] }) => endpoints.length)).toEqual([100, 1]);
});

test("addresses are of the family of the slice", () => {
  const both = [pod("1", { ips: ["10.244.0.1", "fd00::1"] })];
  expect(backendsOf(service(), both, "IPv6").map(({ addresses }) => addresses)).toEqual([["fd00::1"]]);
  expect(backendsOf(service(), [pod("1")], "IPv6")).toEqual([]);
});

test.each([
  [service(), true],
  [service({ selector: {} }), false],
  [service({ type: "ExternalName", externalName: "a.example.com" }), false],
])("%# a Service without a selector, or that names another host, has no endpoints of pods", (owner, isOne) => {
  expect(isSelecting(owner)).toBe(isOne);
});
