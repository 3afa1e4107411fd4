/** Services: their ports, addresses and types. */
import type { ContractCase } from "../contract-case.js";
import { type KindObject, changes, creations, rows } from "../kind-cases.js";

const services = "/api/v1/namespaces/$ns/services";
function service(spec: object, metadata: object = {}): KindObject {
  return { metadata: { name: "a", ...metadata }, spec };
}
const port = { port: 80 };
const given = ["spec.clusterIP", "spec.clusterIPs", "spec.ports.0.nodePort", "spec.healthCheckNodePort"];
/** Of the ranges for requests that name one: the server never takes an address or a port of them at random. */
const unallocated = { address: "10.0.0.9", port: 30_009 };
const plain = service({ selector: { app: "a" }, ports: [port] });
function specOf(body: object): { clusterIP: string; ports: { nodePort: number }[] } {
  return (body as { spec: { clusterIP: string; ports: { nodePort: number }[] } }).spec;
}

export const cases: readonly ContractCase[] = [
  creations("services: defaults of each type", services, [
    plain,
    service({
      type: "ClusterIP",
      ports: [{ name: "web", port: 80, targetPort: "http", protocol: "UDP", appProtocol: "example.com/x" }],
    }),
    service({ type: "NodePort", ports: [port] }),
    service({
      type: "LoadBalancer",
      ports: [port],
      loadBalancerSourceRanges: ["10.0.0.0/8"],
      loadBalancerClass: "example.com/lb",
    }),
    service({
      type: "LoadBalancer",
      ports: [port],
      externalTrafficPolicy: "Local",
      allocateLoadBalancerNodePorts: false,
    }),
    service({ type: "ExternalName", externalName: "example.com" }),
    service({ clusterIP: "None", selector: { a: "b" } }),
    service({ clusterIP: "None" }),
    service({ ports: [port], sessionAffinity: "ClientIP" }),
    service({ ports: [port], sessionAffinity: "ClientIP", sessionAffinityConfig: { clientIP: { timeoutSeconds: 5 } } }),
    service({
      ports: [port],
      externalIPs: ["1.2.3.4"],
      publishNotReadyAddresses: true,
      trafficDistribution: "PreferSameZone",
    }),
    service({ ports: [port], ipFamilyPolicy: "PreferDualStack" }),
    { ...plain, status: { loadBalancer: { ingress: [{ ip: "1.2.3.4" }] } } },
  ]),
  creations("services: bad ports", services, [
    service({}),
    service({ ports: [] }),
    service({ ports: [{ port: 0 }] }),
    service({ ports: [{ port: 65_536, targetPort: 70_000 }] }),
    service({ ports: [port, { port: 81 }] }),
    service({
      ports: [
        { name: "a", port: 80 },
        { name: "a", port: 81 },
      ],
    }),
    service({
      ports: [
        { name: "a", port: 80 },
        { name: "b", port: 80 },
      ],
    }),
    service({ ports: [{ name: "A_", port: 80 }] }),
    service({ ports: [{ port: 80, targetPort: "Not-A_Name-That-Is-Long" }] }),
    service({ ports: [{ port: 80, targetPort: "a--b" }] }),
    service({ ports: [{ port: 80, protocol: "HTTP" }] }),
    service({ ports: [{ port: 80, nodePort: 30_001 }] }),
    service({ ports: [{ port: 80, appProtocol: "a b" }] }),
    service({ type: "NodePort", ports: [{ port: 80, nodePort: 80 }] }),
    service({
      type: "NodePort",
      ports: [
        { name: "a", port: 80, nodePort: 32_001 },
        { name: "b", port: 81, nodePort: 32_001 },
      ],
    }),
  ]),
  creations("services: bad fields", services, [
    service({ ports: [port] }, { name: "A" }),
    service({ ports: [port] }, { name: "1a" }),
    service({ ports: [port] }, { name: "a.b" }),
    service({ ports: [port], type: "Other" }),
    service({ ports: [port], sessionAffinity: "Other" }),
    service({ ports: [port], sessionAffinity: "ClientIP", sessionAffinityConfig: { clientIP: { timeoutSeconds: 0 } } }),
    service({
      ports: [port],
      sessionAffinity: "ClientIP",
      sessionAffinityConfig: { clientIP: { timeoutSeconds: 90_000 } },
    }),
    service({ ports: [port], selector: { "a b": "c" } }),
    service({ ports: [port], externalTrafficPolicy: "Local" }),
    service({ type: "NodePort", ports: [port], externalTrafficPolicy: "Other" }),
    service({ ports: [port], internalTrafficPolicy: "Other" }),
    service({ ports: [port], trafficDistribution: "Other" }),
    service({ ports: [port], healthCheckNodePort: 30_100 }),
    service({ ports: [port], allocateLoadBalancerNodePorts: true }),
    service({ ports: [port], loadBalancerClass: "example.com/x" }),
    service({ type: "LoadBalancer", ports: [port], loadBalancerClass: "a b" }),
    service({ type: "LoadBalancer", ports: [port], loadBalancerSourceRanges: ["1.2.3.4"] }),
    service({ ports: [port], loadBalancerSourceRanges: ["10.0.0.0/8"] }),
    service(
      { ports: [port] },
      { annotations: { "service.beta.kubernetes.io/load-balancer-source-ranges": "10.0.0.0/8" } },
    ),
  ]),
  creations("services: bad addresses", services, [
    service({ ports: [port], clusterIP: "no" }),
    service({ ports: [port], clusterIP: "1.2.3.4" }),
    service({ ports: [port], clusterIP: "10.0.0.1" }),
    service({ ports: [port], clusterIP: "10.0.0.0" }),
    service({ ports: [port], clusterIPs: ["10.0.0.200"] }),
    service({ ports: [port], clusterIP: "10.0.0.200", clusterIPs: ["10.0.0.201"] }),
    service({ ports: [port], clusterIP: "10.0.0.200", clusterIPs: ["10.0.0.200", "10.0.0.201"] }),
    service({ ports: [port], ipFamilies: ["IPv6"] }),
    service({ ports: [port], ipFamilies: ["IPv4", "IPv4", "IPv5"] }),
    service({ ports: [port], ipFamilyPolicy: "RequireDualStack" }),
    service({ ports: [port], ipFamilyPolicy: "Other" }),
    service({ ports: [port], externalIPs: ["127.0.0.1", "no", "0.0.0.0", "::1", "224.0.0.1"] }),
    service({ ports: [port], externalIPs: ["010.001.002.003"] }),
    service({ clusterIP: "None", type: "NodePort", ports: [port] }),
    service({ clusterIP: "None", type: "LoadBalancer", ports: [port] }),
    service({ type: "ExternalName" }),
    service({
      type: "ExternalName",
      externalName: "A_b",
      clusterIP: "10.0.0.200",
      ipFamilies: ["IPv4"],
      ipFamilyPolicy: "SingleStack",
    }),
  ]),
  creations("services: warnings", services, [
    service({ clusterIP: "None", externalIPs: ["1.2.3.4"], loadBalancerIP: "1.2.3.4", sessionAffinity: "ClientIP" }),
    service({ ports: [port], externalName: "example.com" }),
    service({ type: "ExternalName", externalName: "example.com", externalIPs: ["1.2.3.4"] }),
    service({ ports: [port], trafficDistribution: "PreferClose" }),
    service({ ports: [port] }, { annotations: { "service.kubernetes.io/topology-aware-hints": "auto" } }),
    service({ type: "LoadBalancer", ports: [port], loadBalancerSourceRanges: ["10.1.2.3/8"] }),
  ]),
  changes(
    "services: what an update may change",
    services,
    plain,
    [
      { "spec.clusterIP": unallocated.address },
      { "spec.clusterIPs": [unallocated.address] },
      { "spec.clusterIP": undefined, "spec.clusterIPs": undefined },
      { "spec.clusterIP": "None", "spec.clusterIPs": ["None"] },
      { "spec.type": "NodePort" },
      { "spec.ports.0.targetPort": 8080 },
      { "spec.ports.0.nodePort": undefined },
      { "spec.type": "LoadBalancer" },
      { "spec.externalTrafficPolicy": "Local" },
      { "spec.healthCheckNodePort": unallocated.port },
      { "spec.loadBalancerClass": "example.com/x" },
      { "spec.type": "ClusterIP" },
      { "spec.ipFamilies": ["IPv6"], "spec.clusterIP": unallocated.address },
      { "spec.selector": null },
      { "spec.type": "ExternalName", "spec.externalName": "example.com" },
      { "spec.type": "ClusterIP" },
      { spec: { ports: [{ port: 81 }] } },
    ],
    { without: given },
  ),
  changes(
    "services: the status of a load balancer",
    services,
    service({ type: "LoadBalancer", ports: [port] }),
    [
      { "status.loadBalancer.ingress": [{ ip: "1.2.3.4" }, { hostname: "a.example.com" }] },
      { "status.loadBalancer.ingress": [{ ip: "no" }, { hostname: "1.2.3.4" }, { hostname: "A_" }] },
      { "status.loadBalancer.ingress": [{ ip: "1.2.3.4", ipMode: "Other" }] },
      { "status.loadBalancer.ingress": [{ hostname: "a", ipMode: "VIP" }] },
      {
        "status.conditions": [
          { type: "A", status: "True", lastTransitionTime: "2020-01-01T00:00:00Z", reason: "R", message: "" },
        ],
        "spec.type": "ClusterIP",
      },
    ],
    { subresource: "status", without: given },
  ),
  {
    name: "services: an address and a port belong to one service until it is deleted",
    async run(api) {
      // Digests of requests would depend on the allocated values.
      const record = false;
      const first = await api.post(services, service({ type: "NodePort", ports: [{ port: 80 }] }), { record });
      const { clusterIP, ports } = specOf(first.body as object);
      const nodePort = ports[0]?.nodePort;
      const taken = [
        service({ clusterIP, ports: [port] }, { name: "b" }),
        service({ type: "NodePort", ports: [{ port: 80, nodePort }] }, { name: "b" }),
      ];
      for (const object of taken) {
        const { status } = await api.post(services, object, { record });
        await api.get(`${services}/b`, { show: () => ({ refused: status }) });
      }
      await api.delete(`${services}/a`, undefined, { record });
      const again = service({ type: "NodePort", clusterIP, ports: [{ port: 80, nodePort }] }, { name: "b" });
      const { status } = await api.post(services, again, { record });
      await api.get(`${services}/b`, { show: () => ({ accepted: status }) });
    },
  },
  {
    name: "services: two protocols of one port share a node port",
    async run(api) {
      const object = service({
        type: "NodePort",
        ports: [
          { name: "a", port: 53 },
          { name: "b", port: 53, protocol: "UDP" },
        ],
      });
      await api.post(services, object, {
        show: (body: object) => new Set(specOf(body).ports.map(({ nodePort }) => nodePort)).size,
      });
    },
  },
  rows("services: their rows", services, [
    service({ clusterIP: "None", selector: { b: "2", a: "1" } }),
    service({ type: "ExternalName", externalName: "example.com" }, { name: "b" }),
    service(
      {
        ports: [
          { name: "x", port: 80 },
          { name: "y", port: 81, protocol: "UDP" },
        ],
        externalIPs: ["1.2.3.4"],
      },
      { name: "c" },
    ),
    service({ type: "LoadBalancer", ports: [port], allocateLoadBalancerNodePorts: false }, { name: "d" }),
  ]),
];
