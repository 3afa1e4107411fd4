/** EndpointSlices and Endpoints. */
import type { ContractCase } from "../contract-case.js";
import { type KindObject, changes, rows, tries, variants } from "../kind-cases.js";

const slices = "/apis/discovery.k8s.io/v1/namespaces/$ns/endpointslices";
const endpoints = "/api/v1/namespaces/$ns/endpoints";
function slice(body: object): KindObject {
  return { metadata: { name: "a" }, addressType: "IPv4", endpoints: [], ...body };
}

export const cases: readonly ContractCase[] = [
  tries("endpoint slices: good ones", slices, [
    slice({}),
    slice({
      ports: [{ port: 80 }, { name: "udp", port: 53, protocol: "UDP", appProtocol: "x" }],
      endpoints: [
        {
          addresses: ["1.2.3.4"],
          conditions: { ready: true },
          nodeName: "n",
          zone: "z",
          hostname: "h",
          hints: { forZones: [{ name: "z" }] },
          targetRef: { kind: "Pod", name: "p" },
        },
      ],
    }),
    slice({ addressType: "FQDN", endpoints: [{ addresses: ["example.com"] }] }),
    slice({ ports: [{}] }),
    slice({
      addressType: "IPv6",
      endpoints: [{ addresses: ["fd00::1"] }],
      metadata: { name: "a", labels: { "kubernetes.io/service-name": "x" } },
    }),
  ]),
  variants("endpoint slices: bad ones", slices, slice({}), [
    { addressType: undefined },
    { addressType: "IPv5" },
    { endpoints: [{ addresses: [] }] },
    { endpoints: [{ addresses: ["no"] }, { addresses: ["127.0.0.1"] }, { addresses: ["fd00::1"] }] },
    { endpoints: [{ addresses: ["1.2.3.4", "1.2.3.4"] }] },
    { endpoints: [{ addresses: ["1.2.3.4"], hostname: "A_", nodeName: "N_", deprecatedTopology: { "a b": "c" } }] },
    { endpoints: [{ addresses: ["1.2.3.4"], hints: { forZones: [{ name: "" }, { name: "z" }, { name: "z" }] } }] },
    { endpoints: Array.from({ length: 1001 }, () => ({ addresses: ["1.2.3.4"] })) },
    { ports: [{ name: "a" }, { name: "a" }] },
    { ports: [{ name: "A_", protocol: "X", appProtocol: "a b" }] },
    { ports: Array.from({ length: 101 }, (_, index) => ({ name: `p${index}` })) },
    { "metadata.name": "A" },
  ]),
  changes("endpoint slices: the address type stays", slices, slice({ ports: [{ port: 80 }] }), [
    { addressType: "IPv6" },
    { endpoints: [{ addresses: ["1.2.3.4"] }] },
    { "metadata.labels": { a: "b" } },
  ]),
  rows("endpoint slices: their rows", slices, [
    slice({}),
    {
      ...slice({
        ports: [{ port: 80 }, {}],
        endpoints: [
          { addresses: ["1.2.3.4"] },
          { addresses: ["1.2.3.5"] },
          { addresses: ["1.2.3.6"] },
          { addresses: ["1.2.3.7"] },
        ],
      }),
      metadata: { name: "b" },
    },
    {
      ...slice({
        ports: [
          { port: 80, name: "a" },
          { port: 81, name: "b" },
          { port: 82, name: "c" },
          { port: 83, name: "d" },
        ],
      }),
      metadata: { name: "c" },
    },
  ]),
  tries("endpoints: good and bad ones", endpoints, [
    { metadata: { name: "a" } },
    { metadata: { name: "a" }, subsets: [{ addresses: [{ ip: "1.2.3.4", hostname: "h" }], ports: [{ port: 80 }] }] },
    {
      metadata: { name: "a" },
      subsets: [
        {
          addresses: [{ ip: "1.2.3.5" }, { ip: "1.2.3.4" }],
          ports: [
            { port: 81, name: "b" },
            { port: 80, name: "a" },
          ],
        },
      ],
    },
    { metadata: { name: "a" }, subsets: [{}] },
    { metadata: { name: "a" }, subsets: [{ addresses: [{ ip: "no" }], ports: [{ port: 0 }] }] },
    {
      metadata: { name: "a" },
      subsets: [{ addresses: [{ ip: "127.0.0.1" }, { ip: "169.254.0.1" }], ports: [{ port: 80, protocol: "X" }] }],
    },
    {
      metadata: { name: "a" },
      subsets: [
        { addresses: [{ ip: "1.2.3.4", hostname: "A_", nodeName: "N_" }], ports: [{ port: 80 }, { port: 81 }] },
      ],
    },
  ]),
  rows("endpoints: their rows", endpoints, [
    { metadata: { name: "a" } },
    {
      metadata: { name: "b" },
      subsets: [{ addresses: [{ ip: "1.2.3.4" }, { ip: "1.2.3.5" }], ports: [{ port: 80 }, { port: 81, name: "x" }] }],
    },
  ]),
];
