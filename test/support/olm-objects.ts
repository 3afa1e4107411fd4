/** Rendered objects of an operator, and the bundle of them. */
import { parseYaml } from "../../src/core/yaml.js";
import type { ClusterServiceVersion } from "../../src/olm/csv.js";
import { bundleFiles, type BundleSource } from "../../src/olm/generate/bundle-files.js";

export const labels = { app: "demo" };
export const namespace = "demo-system";

export function deployment(container: object = {}, pod: object = {}) {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "demo", namespace },
    spec: {
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          serviceAccountName: "manager",
          containers: [{ name: "manager", image: "demo:v1", ...container }],
          ...pod,
        },
      },
    },
  };
}

export const service = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "hooks", namespace },
  spec: { selector: labels, ports: [{ port: 443, targetPort: 9443 }] },
};

export function webhookConfiguration(more: object = {}) {
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "rules" },
    webhooks: [
      {
        name: "validate.example.com",
        clientConfig: { service: { name: "hooks", namespace, path: "/validate" } },
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        ...more,
      },
    ],
  };
}

export function role(kind: "Role" | "ClusterRole", name: string, rules: readonly object[], account = "manager") {
  const meta = kind === "Role" ? { name, namespace } : { name };
  const apiVersion = "rbac.authorization.k8s.io/v1";
  return [
    { apiVersion, kind, metadata: meta, rules },
    {
      apiVersion,
      kind: `${kind}Binding`,
      metadata: meta,
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind, name },
      subjects: [{ kind: "ServiceAccount", name: account, namespace }],
    },
  ];
}

export const pods = { apiGroups: [""], resources: ["pods"], verbs: ["get"] };

export function bundleOf(objects: readonly object[], more: Partial<BundleSource> = {}) {
  const { artifacts, csv, problems } = bundleFiles(
    {
      identity: { packageName: "demo", channels: ["fast"], defaultChannel: undefined, builder: "tsop", layout: "x" },
      ...{
        version: "0.1.0",
        isNamespaced: false,
        samples: [],
        base: {},
        icon: undefined,
        image: "demo:v1",
        extraAccounts: [],
        served: [],
        customTests: [],
      },
      ...{ kinds: [], wiring: { controllers: [], links: [], unresolved: [] } },
      objects: objects as never,
      ...more,
    },
    "2026-01-01T00:00:00Z",
  );
  return {
    csv: csv as unknown as ClusterServiceVersion, // the tests look at fields that the generator always writes
    files: artifacts.map(({ path }) => path),
    content: (file: string) => parseYaml(artifacts.find(({ path }) => path === file)?.content ?? "", file),
    problems: problems.map(({ severity, code, message }) => `${severity} ${code}: ${message}`),
  };
}
