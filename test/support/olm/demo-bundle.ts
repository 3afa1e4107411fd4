import { printYaml } from "../../../src/core/yaml.js";
import type { JsonObject } from "../../../src/core/json.js";

/** Returns the files of a small bundle. */
export function demoBundle(
  version: string,
  { spec = {}, annotations = {} }: { spec?: JsonObject; annotations?: JsonObject } = {},
): Record<string, string> {
  const csv: JsonObject = {
    apiVersion: "operators.coreos.com/v1alpha1",
    kind: "ClusterServiceVersion",
    metadata: { name: `demo.v${version}`, annotations: { capabilities: "Basic Install", ...annotations } },
    spec: {
      version,
      displayName: "Demo",
      description: "A demo & more",
      icon: [{ base64data: "PHN2Zy8+", mediatype: "image/svg+xml" }],
      customresourcedefinitions: {
        owned: [{ name: "demos.demo.example.com", version: "v1", kind: "Demo", description: "One demo" }],
        required: [{ name: "others.other.example.com", version: "v1", kind: "Other" }],
      },
      installModes: [
        { type: "AllNamespaces", supported: true },
        { type: "OwnNamespace", supported: false },
      ],
      install: {
        strategy: "deployment",
        spec: {
          deployments: [
            { name: "demo", spec: { template: { spec: { containers: [{ image: "r.example/demo:1" }] } } } },
          ],
        },
      },
      relatedImages: [{ name: "db", image: "r.example/db:1" }],
      ...spec,
    },
  };
  const crd = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "demos.demo.example.com" },
    spec: {
      group: "demo.example.com",
      names: { kind: "Demo", plural: "demos" },
      scope: "Namespaced",
      versions: [{ name: "v1" }],
    },
  };
  const metadata = {
    annotations: {
      "operators.operatorframework.io.bundle.package.v1": "demo",
      "operators.operatorframework.io.bundle.channels.v1": "stable,candidate",
      "operators.operatorframework.io.bundle.channel.default.v1": "stable",
    },
  };
  const dependencies = {
    dependencies: [
      { type: "olm.package", value: { packageName: "other", version: ">=1.0.0" } },
      { type: "olm.gvk", value: { group: "third.example.com", kind: "Third", version: "v1" } },
    ],
  };
  const properties = { properties: [{ type: "olm.maxOpenShiftVersion", value: "4.20" }] };
  return {
    "manifests/demo.clusterserviceversion.yaml": printYaml(csv),
    "manifests/demos.yaml": printYaml(crd),
    "metadata/annotations.yaml": printYaml(metadata),
    "metadata/dependencies.yaml": printYaml(dependencies),
    "metadata/properties.yaml": printYaml(properties),
  };
}
