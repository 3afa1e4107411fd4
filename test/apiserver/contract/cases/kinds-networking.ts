/** Ingresses, their classes, and network policies. */
import type { ContractCase } from "../contract-case.js";
import { type KindObject, changes, rows, rowsOfTries, tries } from "../kind-cases.js";

const networking = "/apis/networking.k8s.io/v1";
const ingresses = `${networking}/namespaces/$ns/ingresses`;
const policies = `${networking}/namespaces/$ns/networkpolicies`;
const classes = `${networking}/ingressclasses`;
const backend = { service: { name: "s", port: { number: 80 } } };
const path = { path: "/", pathType: "Prefix", backend };
function ingress(spec: object): KindObject {
  return { metadata: { name: "a" }, spec };
}
function policy(spec: object): KindObject {
  return { metadata: { name: "a" }, spec: { podSelector: {}, ...spec } };
}

export const cases: readonly ContractCase[] = [
  rowsOfTries(
    "ingress classes: the default one",
    classes,
    ["true", "false"].map((isDefault) => ({
      metadata: { name: "$id", annotations: { "ingressclass.kubernetes.io/is-default-class": isDefault } },
      spec: { controller: "example.com/c" },
    })),
  ),
  tries("ingresses: good ones", ingresses, [
    ingress({ defaultBackend: backend }),
    ingress({
      rules: [{ host: "*.example.com", http: { paths: [path] } }],
      tls: [{ hosts: ["a.example.com"], secretName: "t" }],
      ingressClassName: "c",
    }),
    ingress({ defaultBackend: { resource: { apiGroup: "example.com", kind: "K", name: "n" } } }),
  ]),
  tries("ingresses: bad ones", ingresses, [
    ingress({}),
    ingress({ defaultBackend: {} }),
    ingress({ defaultBackend: { ...backend, resource: { kind: "K", name: "n" } } }),
    ingress({ defaultBackend: { service: { name: "A_", port: { name: "a", number: 1 } } } }),
    ingress({ defaultBackend: { service: { name: "", port: {} } } }),
    ingress({ rules: [{ host: "1.2.3.4", http: { paths: [] } }] }),
    ingress({
      rules: [
        {
          host: "*.*.x",
          http: {
            paths: [
              { ...path, path: "x" },
              { ...path, path: "/a//b/../c/." },
            ],
          },
        },
      ],
    }),
    ingress({
      rules: [
        {
          http: {
            paths: [
              { path: "/", backend },
              { ...path, pathType: "Other" },
            ],
          },
        },
      ],
    }),
    ingress({ defaultBackend: backend, tls: [{ hosts: ["A_"], secretName: "B_" }], ingressClassName: "C_" }),
    {
      metadata: { name: "a", annotations: { "kubernetes.io/ingress.class": "x" } },
      spec: { defaultBackend: backend, ingressClassName: "y" },
    },
  ]),
  changes("ingresses: the generation follows the spec", ingresses, ingress({ defaultBackend: backend }), [
    { "metadata.labels": { a: "b" } },
    { "spec.defaultBackend.service.port.number": 81 },
    { "status.loadBalancer.ingress": [{ ip: "1.2.3.4" }] },
  ]),
  rows("ingresses: their rows", ingresses, [
    ingress({ defaultBackend: backend }),
    {
      metadata: { name: "b" },
      spec: { ingressClassName: "c", rules: ["a", "b", "c", "d"].map((host) => ({ host })), tls: [{}] },
    },
  ]),
  tries("ingress classes: good and bad ones", classes, [
    { metadata: { name: "$id" }, spec: { controller: "example.com/c", parameters: { kind: "K", name: "n" } } },
    { metadata: { name: "$id" }, spec: { controller: "c" } },
    {
      metadata: { name: "$id" },
      spec: { controller: "example.com/c", parameters: { kind: "K", name: "n", scope: "Namespace" } },
    },
    { metadata: { name: "$id" } },
  ]),
  tries("network policies: good ones", policies, [
    policy({}),
    policy({ egress: [{ ports: [{ port: 53, protocol: "UDP" }, { port: "web" }, { port: 1, endPort: 2 }] }] }),
    policy({
      ingress: [
        {
          from: [
            { podSelector: { matchLabels: { a: "b" } }, namespaceSelector: {} },
            { ipBlock: { cidr: "10.0.0.0/8", except: ["10.1.0.0/16"] } },
          ],
        },
      ],
    }),
    policy({ policyTypes: ["Egress"] }),
  ]),
  tries("network policies: bad ones", policies, [
    policy({ policyTypes: ["Other"] }),
    policy({ policyTypes: ["Ingress", "Egress", "Ingress"] }),
    policy({ podSelector: { matchLabels: { "a b": "c d" } } }),
    policy({
      ingress: [
        {
          ports: [
            { port: 0, protocol: "X" },
            { port: "A_" },
            { endPort: 5 },
            { port: 9, endPort: 5 },
            { port: "web", endPort: 5 },
          ],
        },
      ],
    }),
    policy({
      ingress: [
        {
          from: [
            {},
            { podSelector: {}, ipBlock: { cidr: "no" } },
            { ipBlock: {} },
            { ipBlock: { cidr: "10.0.0.0/8", except: ["11.0.0.0/16", "10.0.0.0/8", "x"] } },
          ],
        },
      ],
    }),
  ]),
  rows("network policies: their rows", policies, [
    policy({}),
    {
      metadata: { name: "b" },
      spec: {
        podSelector: {
          matchLabels: { b: "1", a: "2" },
          matchExpressions: [{ key: "c", operator: "In", values: ["y", "x"] }],
        },
      },
    },
  ]),
];
