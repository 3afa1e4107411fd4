import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/core/json.js";
import { bundleKeys } from "../../../src/olm/annotations.js";
import { checkBundle } from "../../../src/olm/install/check-bundle.js";
import { readBundle } from "../../../src/olm/read/read-bundle.js";
import { runnableBundle, type RunnableOptions, webhookDefinitions } from "../../support/olm/runnable-bundle.js";
import { toFiles } from "../../support/olm/valid-bundle.js";

const faultsOf = (documents: Readonly<Record<string, JsonValue>>): string[] => {
  const checked = checkBundle(readBundle(toFiles(documents), "bundle"));
  return checked.kind === "faults" ? checked.diagnostics.map(({ code, message }) => `${code}: ${message}`) : [];
};

const [validating = {}, , conversion = {}] = webhookDefinitions("demo.example.com");
const withWebhooks = (...webhookdefinitions: JsonObject[]): RunnableOptions => ({ spec: { webhookdefinitions } });

test("a bundle without faults is installable", () => {
  expect(faultsOf(runnableBundle())).toEqual([]);
});

test.each<[string, RunnableOptions, string]>([
  [
    "another strategy",
    { spec: { install: { strategy: "helm" } } },
    'bundle/not-supported: the install strategy is "helm"',
  ],
  [
    "no Deployment",
    { spec: { install: { strategy: "deployment" } } },
    "bundle/no-deployment: the ClusterServiceVersion contains no Deployment",
  ],
  [
    "an API server",
    { spec: { apiservicedefinitions: { owned: [{ name: "v1.x.example.com", group: "x.example.com" }] } } },
    "bundle/not-supported: the operator serves v1.x.example.com with its own API server, and tsop does not install API servers",
  ],
  [
    "a webhook of another Deployment",
    withWebhooks({ ...validating, deploymentName: "other" }),
    'bundle/invalid: the webhook vbar.kb.io names the Deployment "other", which the bundle does not contain',
  ],
  [
    "an unknown type",
    withWebhooks({ ...validating, type: "Validating" }),
    'bundle/invalid: "Validating" is not a type of webhooks',
  ],
  [
    "a webhook for all API groups",
    withWebhooks({ ...validating, rules: [{ apiGroups: ["*"], resources: ["bars"] }] }),
    "bundle/not-supported: the webhook vbar.kb.io receives the requests of all API groups",
  ],
  [
    "a webhook for webhooks",
    withWebhooks({ ...validating, rules: [{ apiGroups: ["admissionregistration.k8s.io"], resources: ["*"] }] }),
    "bundle/not-supported: the webhook vbar.kb.io receives requests about webhooks",
  ],
  [
    "a conversion in some namespaces",
    withWebhooks(conversion),
    "bundle/install-modes: the bundle converts versions and supports the install mode OwnNamespace",
  ],
  [
    "a conversion of a foreign CRD",
    {
      spec: {
        installModes: [{ type: "AllNamespaces", supported: true }],
        webhookdefinitions: [{ ...conversion, conversionCRDs: ["x.example.com"] }],
      },
    },
    "bundle/invalid: the bundle converts x.example.com, and does not own it",
  ],
  [
    "a kind that OLM does not install",
    { more: { "manifests/pod.yaml": { apiVersion: "v1", kind: "Pod", metadata: { name: "p" } } } },
    "bundle/not-supported: OLM does not install objects of the kind Pod, such as p",
  ],
  [
    "an object without a name",
    { more: { "manifests/x.yaml": { apiVersion: "v1", kind: "ConfigMap" } } },
    "bundle/invalid: the ConfigMap has no name",
  ],
  [
    "a CRD of an old version",
    {
      more: {
        "manifests/x.yaml": {
          apiVersion: "apiextensions.k8s.io/v1beta1",
          kind: "CustomResourceDefinition",
          metadata: { name: "x.y" },
        },
      },
    },
    "bundle/not-supported: Kubernetes does not serve the CRD x.y of apiextensions.k8s.io/v1beta1",
  ],
  [
    "a package name that would change a command",
    { more: { "metadata/annotations.yaml": { annotations: { [bundleKeys.package]: "demo; ls" } } } },
    'bundle/invalid: the package name "demo; ls" is not valid',
  ],
  [
    "no package",
    { more: { "metadata/annotations.yaml": { annotations: {} } } },
    "bundle/invalid: the annotations name no package",
  ],
])("rejects %s", (_, options, message) => {
  expect(faultsOf(runnableBundle(options))).toEqual([message]);
});

test("reports all faults at once, also those of the files", () => {
  const documents = Object.entries(runnableBundle()).filter(([file]) => !file.startsWith("metadata/"));
  expect(faultsOf(Object.fromEntries(documents))).toEqual([
    "bundle/invalid: the bundle has no folder metadata/ with files",
  ]);
  expect(faultsOf({ ...runnableBundle(), "manifests/more.yaml": [] })).toEqual([
    "bundle/invalid: the file contains no object",
  ]);
});
