import type { Sample } from "./sample.js";

const group = "/apis/resource.k8s.io/v1";
const selectors = [{ cel: { expression: "device.driver == 'gpu.example.com'" } }];
const opaque = { driver: "gpu.example.com", parameters: { a: 1 } };
const spec = {
  devices: {
    requests: [
      {
        name: "one",
        exactly: {
          deviceClassName: "gpu",
          selectors,
          allocationMode: "ExactCount",
          count: 2,
          adminAccess: false,
          tolerations: [
            { key: "example.com/a", operator: "Equal", value: "b", effect: "NoExecute", tolerationSeconds: 5 },
          ],
          capacity: { requests: { memory: "1Gi" } },
        },
      },
      {
        name: "any",
        firstAvailable: [
          { name: "big", deviceClassName: "gpu", selectors, allocationMode: "All" },
          { name: "small", deviceClassName: "gpu", count: 1, allocationMode: "ExactCount" },
        ],
      },
    ],
    constraints: [
      { requests: ["one"], matchAttribute: "gpu.example.com/model" },
      { requests: ["any/big"], matchAttribute: "example.com/x" },
    ],
    config: [{ requests: ["one"], opaque }],
  },
};

export const deviceSamples: readonly Sample[] = [
  {
    path: `${group}/deviceclasses`,
    object: {
      metadata: { name: "$id" },
      spec: { selectors, config: [{ opaque }], extendedResourceName: "example.com/gpu" },
    },
  },
  {
    path: `${group}/namespaces/$ns/resourceclaims`,
    object: { metadata: { name: "full" }, spec },
    status: {
      allocation: {
        allocationTimestamp: "2020-01-01T00:00:00Z",
        devices: {
          results: [
            { request: "one", driver: "gpu.example.com", pool: "p", device: "d" },
            { request: "any/big", driver: "gpu.example.com", pool: "p", device: "e" },
          ],
          config: [{ source: "FromClaim", requests: ["one"], opaque }],
        },
        nodeSelector: {
          nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: ["n"] }] }],
        },
      },
      reservedFor: [{ resource: "pods", name: "p", uid: "u" }],
      devices: [
        {
          driver: "gpu.example.com",
          pool: "p",
          device: "d",
          data: { a: 1 },
          conditions: [
            { type: "Ready", status: "True", reason: "R", message: "m", lastTransitionTime: "2020-01-01T00:00:00Z" },
          ],
          networkData: { interfaceName: "eth0", ips: ["10.0.0.1/24"], hardwareAddress: "aa:bb" },
        },
      ],
    },
  },
  {
    path: `${group}/namespaces/$ns/resourceclaimtemplates`,
    object: { metadata: { name: "full" }, spec: { metadata: { labels: { a: "b" }, annotations: { a: "b" } }, spec } },
  },
  {
    path: `${group}/resourceslices`,
    object: {
      metadata: { name: "$id" },
      spec: {
        driver: "gpu.example.com",
        pool: { name: "p", generation: 1, resourceSliceCount: 1 },
        nodeName: "n",
        devices: [
          {
            name: "d",
            attributes: {
              model: { string: "x" },
              count: { int: 5 },
              on: { bool: true },
              "example.com/version": { version: "1.2.3" },
            },
            capacity: { memory: { value: "1Gi" }, "example.com/cores": { value: "5" } },
          },
          { name: "e" },
        ],
      },
    },
  },
];
