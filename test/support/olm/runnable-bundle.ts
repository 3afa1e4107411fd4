/** A bundle with a webhook of each type, as `tsop run bundle` reads it. */
import type { JsonObject, JsonValue } from "../../../src/core/json.js";
import { checkBundle } from "../../../src/olm/install/check-bundle.js";
import type { InstallRequest } from "../../../src/olm/install/request.js";
import { readBundle } from "../../../src/olm/read/read-bundle.js";
import { toFiles } from "./valid-bundle.js";

export interface RunnableOptions {
  readonly group?: string;
  readonly version?: string;
  /** Fields of the ClusterServiceVersion's spec that replace the usual ones. */
  readonly spec?: JsonObject;
  readonly annotations?: JsonObject;
  /** Files besides the usual ones. */
  readonly more?: Readonly<Record<string, JsonValue>>;
  /** The versions of the CRD; the last one is stored. */
  readonly versions?: readonly string[];
}

export function runnableBundle(options: RunnableOptions = {}): Record<string, JsonValue> {
  const { group = "demo.example.com", version = "0.1.0", versions = ["v1"], more = {} } = options;
  const name = `demo.v${version}`;
  const crdName = `bars.${group}`;
  return {
    "manifests/demo.clusterserviceversion.yaml": {
      apiVersion: "operators.coreos.com/v1alpha1",
      kind: "ClusterServiceVersion",
      metadata: { name, annotations: { capabilities: "Basic Install", ...options.annotations } },
      spec: { ...specOf(version, crdName, group), ...options.spec },
    },
    "manifests/bars.yaml": {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: crdName },
      spec: {
        ...{ group, scope: "Namespaced", names: { kind: "Bar", listKind: "BarList", plural: "bars", singular: "bar" } },
        versions: versions.map((each, index) => ({
          name: each,
          served: true,
          storage: index === versions.length - 1,
          schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
        })),
      },
    },
    "manifests/settings.yaml": {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "settings", namespace: "elsewhere" },
      data: { level: "info" },
    },
    "metadata/annotations.yaml": { annotations: { "operators.operatorframework.io.bundle.package.v1": "demo" } },
    ...more,
  };
}

function specOf(version: string, crdName: string, group: string): JsonObject {
  return {
    version,
    displayName: "Demo",
    installModes: [
      { type: "AllNamespaces", supported: true },
      { type: "OwnNamespace", supported: true },
      { type: "SingleNamespace", supported: true },
      { type: "MultiNamespace", supported: false },
    ],
    customresourcedefinitions: { owned: [{ name: crdName, version: "v1", kind: "Bar" }] },
    install: {
      strategy: "deployment",
      spec: {
        permissions: [
          {
            serviceAccountName: "manager",
            rules: [{ apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["get"] }],
          },
        ],
        clusterPermissions: [
          { serviceAccountName: "manager", rules: [{ apiGroups: [group], resources: ["bars"], verbs: ["get"] }] },
        ],
        deployments: [
          {
            name: "manager",
            label: { app: "demo" },
            spec: {
              replicas: 1,
              selector: { matchLabels: { app: "demo" } },
              template: {
                metadata: { labels: { app: "demo" } },
                spec: {
                  serviceAccountName: "manager",
                  volumes: [{ name: "own-cert", secret: { secretName: "own" } }],
                  containers: [
                    {
                      name: "manager",
                      image: "registry.example.com/demo:v1",
                      env: [{ name: "LEVEL", value: "info" }],
                      volumeMounts: [{ name: "own-cert", mountPath: "/tmp/k8s-webhook-server/serving-certs" }],
                    },
                  ],
                },
              },
            },
          },
        ],
      },
    },
  };
}

/** The definitions of webhooks that the Deployment serves. */
export function webhookDefinitions(group: string): JsonObject[] {
  const shared = {
    ...{ deploymentName: "manager", containerPort: 443, targetPort: 9443, sideEffects: "None" },
    admissionReviewVersions: ["v1"],
  };
  const rules = [{ apiGroups: [group], apiVersions: ["v1"], operations: ["CREATE"], resources: ["bars"] }];
  return [
    {
      ...shared,
      ...{ type: "ValidatingAdmissionWebhook", generateName: "vbar.kb.io", webhookPath: "/validate", rules },
      failurePolicy: "Fail",
    },
    { ...shared, type: "MutatingAdmissionWebhook", generateName: "mbar.kb.io", webhookPath: "/mutate", rules },
    { ...shared, type: "ConversionWebhook", generateName: "cbar.kb.io", conversionCRDs: [`bars.${group}`] },
  ];
}

export const onlyAllNamespaces: JsonObject[] = [{ type: "AllNamespaces", supported: true }];

/** Returns the request of an installation of these documents. */
export function requestOf(
  documents: Readonly<Record<string, JsonValue>>,
  given: Partial<Pick<InstallRequest, "targets" | "certificates">> = {},
): InstallRequest {
  const bundle = readBundle(toFiles(documents), "bundle");
  const checked = checkBundle(bundle);
  if (checked.kind === "faults") throw new Error(checked.diagnostics.map(({ message }) => message).join("\n"));
  const targets = { mode: "AllNamespaces", namespaces: [] } as const;
  return { ...checked, bundle, namespace: "demo-system", targets, certificates: new Map(), ...given };
}
