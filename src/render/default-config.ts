/**
 * The fields that kustomize changes by default. Source: api/internal/konfig/builtinpluginconsts.
 */
import type { FieldSpec } from "./field-spec.js";
import type { GvkSelector } from "./gvk.js";
import { podReferences } from "./pod-references.js";

/** The fields of other kinds that refer to a kind by name. */
export interface NameReference extends GvkSelector {
  readonly referrers: readonly FieldSpec[];
}

/** The transformations with configurable fields. */
export const transformations = [
  ...["namePrefix", "nameSuffix", "namespace", "commonLabels", "labels", "templateLabels", "commonAnnotations"],
  ...["images", "replicas"],
] as const;

export interface TransformerConfig extends Readonly<Record<(typeof transformations)[number], readonly FieldSpec[]>> {
  readonly nameReference: readonly NameReference[];
}

export const emptyConfig: TransformerConfig = {
  ...{ namePrefix: [], nameSuffix: [], namespace: [], commonLabels: [], labels: [], templateLabels: [] },
  ...{ commonAnnotations: [], images: [], replicas: [], nameReference: [] },
};

const metadataLabels: readonly FieldSpec[] = [
  { path: "metadata/labels", create: true },
  { path: "spec/template/metadata/labels", create: true, version: "v1", kind: "ReplicationController" },
  { path: "spec/template/metadata/labels", create: true, kind: "Deployment" },
  { path: "spec/template/metadata/labels", create: true, kind: "ReplicaSet" },
  { path: "spec/template/metadata/labels", create: true, kind: "DaemonSet" },
  { path: "spec/template/metadata/labels", create: true, group: "apps", kind: "StatefulSet" },
  { path: "spec/volumeClaimTemplates[]/metadata/labels", create: true, group: "apps", kind: "StatefulSet" },
  { path: "spec/template/metadata/labels", create: true, group: "batch", kind: "Job" },
  { path: "spec/jobTemplate/metadata/labels", create: true, group: "batch", kind: "CronJob" },
  { path: "spec/jobTemplate/spec/template/metadata/labels", create: true, group: "batch", kind: "CronJob" },
];

/** The pod selectors inside a pod, which follow the labels of the pods. */
const podSelectors = [
  ...["podAffinity", "podAntiAffinity"].flatMap((affinity) => [
    `affinity/${affinity}/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels`,
    `affinity/${affinity}/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels`,
  ]),
  "topologySpreadConstraints/labelSelector/matchLabels",
].map((path) => `spec/template/spec/${path}`);

const commonLabels: readonly FieldSpec[] = [
  { path: "spec/selector", create: true, version: "v1", kind: "Service" },
  { path: "spec/selector", create: true, version: "v1", kind: "ReplicationController" },
  { path: "spec/selector/matchLabels", create: true, kind: "Deployment" },
  ...podSelectors.map((path) => ({ path, group: "apps", kind: "Deployment" })),
  { path: "spec/selector/matchLabels", create: true, kind: "ReplicaSet" },
  { path: "spec/selector/matchLabels", create: true, kind: "DaemonSet" },
  { path: "spec/selector/matchLabels", create: true, group: "apps", kind: "StatefulSet" },
  ...podSelectors.map((path) => ({ path, group: "apps", kind: "StatefulSet" })),
  { path: "spec/selector/matchLabels", group: "batch", kind: "Job" },
  { path: "spec/jobTemplate/spec/selector/matchLabels", group: "batch", kind: "CronJob" },
  { path: "spec/selector/matchLabels", group: "policy", kind: "PodDisruptionBudget" },
  { path: "spec/podSelector/matchLabels", group: "networking.k8s.io", kind: "NetworkPolicy" },
  { path: "spec/ingress/from/podSelector/matchLabels", group: "networking.k8s.io", kind: "NetworkPolicy" },
  { path: "spec/egress/to/podSelector/matchLabels", group: "networking.k8s.io", kind: "NetworkPolicy" },
  ...metadataLabels,
];

const commonAnnotations: readonly FieldSpec[] = [
  { path: "metadata/annotations", create: true },
  { path: "spec/template/metadata/annotations", create: true, version: "v1", kind: "ReplicationController" },
  { path: "spec/template/metadata/annotations", create: true, kind: "Deployment" },
  { path: "spec/template/metadata/annotations", create: true, kind: "ReplicaSet" },
  { path: "spec/template/metadata/annotations", create: true, kind: "DaemonSet" },
  { path: "spec/template/metadata/annotations", create: true, kind: "StatefulSet" },
  { path: "spec/template/metadata/annotations", create: true, group: "batch", kind: "Job" },
  { path: "spec/jobTemplate/metadata/annotations", create: true, group: "batch", kind: "CronJob" },
  { path: "spec/jobTemplate/spec/template/metadata/annotations", create: true, group: "batch", kind: "CronJob" },
];

const rbac = "rbac.authorization.k8s.io";
const admission = "admissionregistration.k8s.io";

const nameReference: readonly NameReference[] = [
  ...["Deployment", "ReplicationController", "ReplicaSet", "StatefulSet"].map((kind) => ({
    kind,
    referrers: [{ path: "spec/scaleTargetRef/name", kind: "HorizontalPodAutoscaler" }],
  })),
  {
    kind: "ConfigMap",
    version: "v1",
    referrers: [
      ...podReferences.configMap,
      { path: "spec/configSource/configMap", kind: "Node" },
      { path: "rules/resourceNames", kind: "Role" },
      { path: "rules/resourceNames", kind: "ClusterRole" },
      { path: String.raw`metadata/annotations/nginx.ingress.kubernetes.io\/fastcgi-params-configmap`, kind: "Ingress" },
    ],
  },
  {
    kind: "Secret",
    version: "v1",
    referrers: [
      ...podReferences.secret,
      { path: "spec/tls/secretName", kind: "Ingress" },
      ...["ingress.kubernetes.io\\/auth-secret", "nginx.ingress.kubernetes.io\\/auth-secret"].map((name) => ({
        path: `metadata/annotations/${name}`,
        kind: "Ingress",
      })),
      { path: String.raw`metadata/annotations/nginx.ingress.kubernetes.io\/auth-tls-secret`, kind: "Ingress" },
      { path: "imagePullSecrets/name", kind: "ServiceAccount" },
      ...["secretName", "adminSecretName", "userSecretName", "secretRef"].map((name) => ({
        path: `parameters/${name}`,
        kind: "StorageClass",
      })),
      { path: "rules/resourceNames", kind: "Role" },
      { path: "rules/resourceNames", kind: "ClusterRole" },
      {
        path: "spec/template/spec/containers/env/valueFrom/secretKeyRef/name",
        group: "serving.knative.dev",
        version: "v1",
        kind: "Service",
      },
      { path: "spec/azureFile/secretName", kind: "PersistentVolume" },
    ],
  },
  {
    kind: "Service",
    version: "v1",
    referrers: [
      { path: "spec/serviceName", group: "apps", kind: "StatefulSet" },
      { path: "spec/rules/http/paths/backend/serviceName", kind: "Ingress" },
      { path: "spec/backend/serviceName", kind: "Ingress" },
      { path: "spec/rules/http/paths/backend/service/name", kind: "Ingress" },
      { path: "spec/defaultBackend/service/name", kind: "Ingress" },
      { path: "spec/service/name", group: "apiregistration.k8s.io", kind: "APIService" },
      { path: "webhooks/clientConfig/service", group: admission, kind: "ValidatingWebhookConfiguration" },
      { path: "webhooks/clientConfig/service", group: admission, kind: "MutatingWebhookConfiguration" },
    ],
  },
  { kind: "Role", group: rbac, referrers: [{ path: "roleRef/name", group: rbac, kind: "RoleBinding" }] },
  {
    kind: "ClusterRole",
    group: rbac,
    referrers: [
      { path: "roleRef/name", group: rbac, kind: "RoleBinding" },
      { path: "roleRef/name", group: rbac, kind: "ClusterRoleBinding" },
    ],
  },
  {
    kind: "ServiceAccount",
    version: "v1",
    referrers: [
      { path: "subjects", group: rbac, kind: "RoleBinding" },
      { path: "subjects", group: rbac, kind: "ClusterRoleBinding" },
      ...podReferences.serviceAccount,
    ],
  },
  { kind: "PersistentVolumeClaim", version: "v1", referrers: podReferences.persistentVolumeClaim },
  {
    kind: "PersistentVolume",
    version: "v1",
    referrers: [
      { path: "spec/volumeName", kind: "PersistentVolumeClaim" },
      { path: "rules/resourceNames", kind: "ClusterRole" },
    ],
  },
  {
    kind: "StorageClass",
    version: "v1",
    group: "storage.k8s.io",
    referrers: [
      { path: "spec/storageClassName", kind: "PersistentVolume" },
      { path: "spec/storageClassName", kind: "PersistentVolumeClaim" },
      { path: "spec/volumeClaimTemplates/spec/storageClassName", kind: "StatefulSet" },
    ],
  },
  { kind: "PriorityClass", version: "v1", group: "scheduling.k8s.io", referrers: podReferences.priorityClass },
  {
    kind: "IngressClass",
    version: "v1",
    // This mistake is from kustomize: no object has this group, so references to ingress classes do not change.
    group: "networking.k8s.io/v1",
    referrers: [{ path: "spec/ingressClassName", kind: "Ingress" }],
  },
  {
    kind: "ValidatingAdmissionPolicy",
    group: admission,
    referrers: [{ path: "spec/policyName", group: admission, kind: "ValidatingAdmissionPolicyBinding" }],
  },
];

export const defaultConfig: TransformerConfig = {
  namePrefix: [{ path: "metadata/name" }],
  nameSuffix: [{ path: "metadata/name" }],
  namespace: [
    { path: "metadata/name", create: true, kind: "Namespace" },
    { path: "spec/service/namespace", create: true, group: "apiregistration.k8s.io", kind: "APIService" },
    {
      path: "spec/conversion/webhook/clientConfig/service/namespace",
      group: "apiextensions.k8s.io",
      kind: "CustomResourceDefinition",
    },
  ],
  commonLabels,
  labels: [],
  templateLabels: metadataLabels,
  commonAnnotations,
  nameReference,
  images: ["spec", "spec/template/spec"].flatMap((pod) =>
    ["containers[]/image", "initContainers[]/image", "volumes[]/image/reference"].map((field) => ({
      path: `${pod}/${field}`,
      create: true,
    })),
  ),
  replicas: ["Deployment", "ReplicationController", "ReplicaSet", "StatefulSet"].map((kind) => ({
    path: "spec/replicas",
    create: true,
    kind,
  })),
};
