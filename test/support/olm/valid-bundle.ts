import type { JsonObject, JsonValue } from "../../../src/core/json.js";
import { printYaml } from "../../../src/core/yaml.js";

/** The documents of a bundle in which no validator finds anything, by the paths of their files. */
export function validBundle(): Record<string, JsonValue> {
  return structuredClone({
    "manifests/demo.clusterserviceversion.yaml": csv,
    "manifests/example.com_bars.yaml": crd,
    "manifests/demo-pdb.yaml": {
      apiVersion: "policy/v1",
      kind: "PodDisruptionBudget",
      metadata: { name: "demo" },
      spec: { minAvailable: 1, selector: { matchLabels: { app: "demo" } } },
    },
    "manifests/demo-role.yaml": {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { name: "demo-viewer" },
      rules: [{ apiGroups: ["example.com"], resources: ["bars"], verbs: ["get"] }],
    },
    "metadata/annotations.yaml": {
      annotations: {
        "operators.operatorframework.io.bundle.mediatype.v1": "registry+v1",
        "operators.operatorframework.io.bundle.manifests.v1": "manifests/",
        "operators.operatorframework.io.bundle.metadata.v1": "metadata/",
        "operators.operatorframework.io.bundle.package.v1": "demo",
        "operators.operatorframework.io.bundle.channels.v1": "stable,fast",
        "operators.operatorframework.io.bundle.channel.default.v1": "stable",
      },
    },
  });
}

export function toFiles(documents: Readonly<Record<string, JsonValue>>): Map<string, string> {
  return new Map(Object.entries(documents).map(([file, document]) => [file, printYaml(document)]));
}

const examples = [
  { apiVersion: "example.com/v1", kind: "Bar", metadata: { name: "a" }, spec: { size: 1 }, status: { ready: true } },
];

const icon = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString("base64");

const csv: JsonObject = {
  apiVersion: "operators.coreos.com/v1alpha1",
  kind: "ClusterServiceVersion",
  metadata: {
    name: "demo.v1.2.3",
    annotations: {
      "alm-examples": JSON.stringify(examples),
      capabilities: "Basic Install",
      categories: "Database, Monitoring",
      "olm.skipRange": "<1.2.3",
    },
  },
  spec: {
    displayName: "Demo",
    description: "Runs demos.",
    version: "1.2.3",
    minKubeVersion: "1.21.0",
    replaces: "demo.v1.2.2",
    keywords: ["demo"],
    maintainers: [{ name: "Ada", email: "ada@example.com" }],
    provider: { name: "Example", url: "https://example.com" },
    links: [{ name: "Demo", url: "https://example.com/demo" }],
    icon: [{ base64data: icon, mediatype: "image/svg+xml" }],
    installModes: [
      { type: "OwnNamespace", supported: false },
      { type: "AllNamespaces", supported: true },
    ],
    customresourcedefinitions: {
      owned: [
        {
          ...{ name: "bars.example.com", version: "v1", kind: "Bar", displayName: "Bar", description: "A bar." },
          resources: [{ name: "", version: "v1", kind: "Pod" }],
          specDescriptors: [{ path: "size", displayName: "Size" }],
          statusDescriptors: [{ path: "ready", displayName: "Ready" }],
        },
      ],
    },
    relatedImages: [{ name: "demo", image: `registry.example.com/demo@sha256:${"a".repeat(64)}` }],
    install: {
      strategy: "deployment",
      spec: {
        deployments: [
          {
            name: "demo",
            spec: {
              replicas: 1,
              selector: { matchLabels: { app: "demo" } },
              template: {
                metadata: { labels: { app: "demo" } },
                spec: {
                  serviceAccountName: "demo",
                  containers: [
                    {
                      name: "manager",
                      image: "registry.example.com/demo:1.2.3",
                      resources: { requests: { cpu: "10m", memory: "64Mi" } },
                    },
                  ],
                },
              },
            },
          },
        ],
        clusterPermissions: [
          {
            serviceAccountName: "demo",
            rules: [{ apiGroups: ["example.com"], resources: ["bars"], verbs: ["get", "list", "watch"] }],
          },
        ],
      },
    },
  },
};

const crd: JsonObject = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "bars.example.com" },
  spec: {
    group: "example.com",
    names: { kind: "Bar", listKind: "BarList", plural: "bars", singular: "bar", shortNames: ["br"] },
    scope: "Namespaced",
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        additionalPrinterColumns: [{ name: "Size", type: "integer", jsonPath: ".spec.size" }],
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: { type: "object", properties: { size: { type: "integer" } } },
              status: { type: "object", properties: { ready: { type: "boolean" } } },
            },
          },
        },
      },
    ],
  },
};
