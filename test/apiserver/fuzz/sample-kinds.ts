/** A valid object of each kind that the fuzzer uses; `$ns` and `$id` are those of the sequence. */
import type { JsonValue } from "../../../src/core/json.js";

export interface SampleKind {
  /** The path of the collection. */
  readonly path: string;
  readonly object: { readonly [field: string]: JsonValue };
  /** The subresources that the fuzzer also requests. */
  readonly subresources?: readonly string[];
}

const inNamespace = (groupVersion: string, resource: string): string =>
  `/${groupVersion === "v1" ? "api" : "apis"}/${groupVersion}/namespaces/$ns/${resource}`;

const template: JsonValue = {
  metadata: { labels: { app: "a" } },
  spec: {
    containers: [{ name: "a", image: "a:1", ports: [{ containerPort: 80 }], env: [{ name: "A", value: "1" }] }],
  },
};
const selector: JsonValue = { matchLabels: { app: "a" } };

function sample(
  apiVersion: string,
  kind: string,
  resource: string,
  fields: { readonly [field: string]: JsonValue },
  subresources: readonly string[] = [],
): SampleKind {
  const metadata = { name: "a", labels: { app: "a" }, annotations: { note: "x" } };
  return { path: inNamespace(apiVersion, resource), object: { apiVersion, kind, metadata, ...fields }, subresources };
}

/** The group that `widgetDefinition` serves; both servers serve it before the first sequence. */
export const widgetGroup = "fuzz.tsop.example.com";

const widgetSchema: JsonValue = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      required: ["size"],
      "x-kubernetes-validations": [{ rule: "!has(self.least) || self.size >= self.least", message: "too small" }],
      properties: {
        size: { type: "integer", minimum: 0, maximum: 100 },
        least: { type: "integer", default: 0 },
        color: { type: "string", enum: ["red", "green"], default: "red" },
        port: { "x-kubernetes-int-or-string": true },
        when: { type: "string", format: "date-time", nullable: true },
        parts: {
          type: "array",
          maxItems: 5,
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["name"],
          items: {
            type: "object",
            required: ["name"],
            properties: { name: { type: "string" }, weight: { type: "number", default: 1 } },
          },
        },
        tags: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string", maxLength: 10 } },
        free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
        template: {
          type: "object",
          "x-kubernetes-embedded-resource": true,
          "x-kubernetes-preserve-unknown-fields": true,
        },
        fixed: { type: "string", "x-kubernetes-validations": [{ rule: "self == oldSelf" }] },
      },
    },
    status: { type: "object", properties: { replicas: { type: "integer" }, phase: { type: "string" } } },
  },
};

const widgetSpec: { readonly [field: string]: JsonValue } = {
  group: widgetGroup,
  scope: "Namespaced",
  names: { plural: "widgets", kind: "Widget" },
  versions: [
    {
      name: "v1",
      served: true,
      storage: true,
      schema: { openAPIV3Schema: widgetSchema },
      subresources: { status: {}, scale: { specReplicasPath: ".spec.size", statusReplicasPath: ".status.replicas" } },
      additionalPrinterColumns: [{ name: "Size", type: "integer", jsonPath: ".spec.size" }],
      selectableFields: [{ jsonPath: ".spec.color" }],
    },
  ],
};

export const widgetDefinition: { readonly [field: string]: JsonValue } = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `widgets.${widgetGroup}` },
  spec: widgetSpec,
};

export const sampleKinds: readonly SampleKind[] = [
  sample("v1", "ConfigMap", "configmaps", { data: { a: "1" } }),
  sample("v1", "Secret", "secrets", { type: "Opaque", data: { a: "MQ==" } }),
  sample("v1", "ServiceAccount", "serviceaccounts", { automountServiceAccountToken: false }),
  sample("v1", "Service", "services", { spec: { selector: { app: "a" }, ports: [{ port: 80 }] } }, ["status"]),
  sample("v1", "Pod", "pods", { spec: { containers: [{ name: "a", image: "a:1" }] } }, ["status", "binding"]),
  sample("v1", "PersistentVolumeClaim", "persistentvolumeclaims", {
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  }),
  sample("v1", "ResourceQuota", "resourcequotas", { spec: { hard: { pods: "1" } } }),
  sample("v1", "LimitRange", "limitranges", { spec: { limits: [{ type: "Container", default: { cpu: "1" } }] } }),
  sample("apps/v1", "Deployment", "deployments", { spec: { replicas: 1, selector, template } }, ["status", "scale"]),
  sample("apps/v1", "StatefulSet", "statefulsets", { spec: { serviceName: "a", selector, template } }, ["scale"]),
  sample("apps/v1", "DaemonSet", "daemonsets", { spec: { selector, template } }, ["status"]),
  sample("batch/v1", "Job", "jobs", {
    spec: { template: { spec: { restartPolicy: "Never", containers: [{ name: "a", image: "a:1" }] } } },
  }),
  sample("batch/v1", "CronJob", "cronjobs", {
    spec: {
      schedule: "* * * * *",
      jobTemplate: {
        spec: { template: { spec: { restartPolicy: "Never", containers: [{ name: "a", image: "a:1" }] } } },
      },
    },
  }),
  sample("rbac.authorization.k8s.io/v1", "Role", "roles", {
    rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }],
  }),
  sample("rbac.authorization.k8s.io/v1", "RoleBinding", "rolebindings", {
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "a" },
    subjects: [{ kind: "User", name: "u", apiGroup: "rbac.authorization.k8s.io" }],
  }),
  sample("networking.k8s.io/v1", "Ingress", "ingresses", {
    spec: { defaultBackend: { service: { name: "a", port: { number: 80 } } } },
  }),
  sample("networking.k8s.io/v1", "NetworkPolicy", "networkpolicies", {
    spec: { podSelector: {}, policyTypes: ["Ingress"], ingress: [{ ports: [{ port: 80 }] }] },
  }),
  sample("policy/v1", "PodDisruptionBudget", "poddisruptionbudgets", { spec: { minAvailable: 1, selector } }),
  sample("autoscaling/v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers", {
    spec: { maxReplicas: 2, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "a" } },
  }),
  sample("coordination.k8s.io/v1", "Lease", "leases", { spec: { holderIdentity: "a", leaseDurationSeconds: 15 } }),
  sample("discovery.k8s.io/v1", "EndpointSlice", "endpointslices", {
    addressType: "IPv4",
    endpoints: [{ addresses: ["10.1.2.3"] }],
    ports: [{ name: "http", port: 80 }],
  }),
  sample(`${widgetGroup}/v1`, "Widget", "widgets", { spec: { size: 1, parts: [{ name: "p" }], tags: ["t"] } }, [
    "status",
    "scale",
  ]),
  {
    path: "/apis/rbac.authorization.k8s.io/v1/clusterroles",
    object: {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { name: "$id" },
      rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }],
    },
  },
  {
    path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    object: {
      ...widgetDefinition,
      metadata: { name: "widgets.$id.example.com" },
      spec: { ...widgetSpec, group: "$id.example.com" },
    },
  },
  {
    path: "/apis/scheduling.k8s.io/v1/priorityclasses",
    object: { apiVersion: "scheduling.k8s.io/v1", kind: "PriorityClass", metadata: { name: "$id" }, value: 5 },
  },
  {
    path: "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
    object: {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicy",
      metadata: { name: "$id" },
      spec: {
        matchConstraints: {
          resourceRules: [{ apiGroups: ["$id"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["x"] }],
        },
        validations: [{ expression: "object.spec.size > 1", message: "small" }],
      },
    },
  },
];
