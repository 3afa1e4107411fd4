/** Kinds that Kubernetes has removed. Source: kubernetes.io/docs/reference/using-api/deprecation-guide. */
import type { SourceLocation } from "../../../core/source-location.js";
import { isAtLeast, readTolerantVersion } from "../go-semver.js";
import { type CsvFacts, type Facts, type Found, type Rule, type RuleSeverity } from "../rule.js";

interface Removal {
  readonly release: string;
  /** The removed kinds, by their apiVersion. */
  readonly kinds: Readonly<Record<string, readonly string[]>>;
  /** Whether the validators of Operator Framework know this release. */
  readonly isOwn?: true;
}

const removals: readonly Removal[] = [
  {
    release: "1.22",
    kinds: {
      "apiextensions.k8s.io/v1beta1": ["CustomResourceDefinition"],
      "scheduling.k8s.io/v1beta1": ["PriorityClass"],
      "rbac.authorization.k8s.io/v1beta1": ["Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding"],
      "apiregistration.k8s.io/v1beta1": ["APIService"],
      "authentication.k8s.io/v1beta1": ["TokenReview"],
      "authorization.k8s.io/v1beta1": ["LocalSubjectAccessReview", "SelfSubjectAccessReview", "SubjectAccessReview"],
      "admissionregistration.k8s.io/v1beta1": ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"],
      "coordination.k8s.io/v1beta1": ["Lease"],
      "extensions/v1beta1": ["Ingress"],
      "networking.k8s.io/v1beta1": ["Ingress", "IngressClass"],
      "storage.k8s.io/v1beta1": ["CSIDriver", "CSINode", "StorageClass", "VolumeAttachment"],
      "certificates.k8s.io/v1beta1": ["CertificateSigningRequest"],
    },
  },
  {
    release: "1.25",
    kinds: {
      "batch/v1beta1": ["CronJob"],
      "discovery.k8s.io/v1beta1": ["EndpointSlice"],
      "events.k8s.io/v1beta1": ["Event"],
      "autoscaling/v2beta1": ["HorizontalPodAutoscaler"],
      "policy/v1beta1": ["PodDisruptionBudget", "PodSecurityPolicy"],
      "node.k8s.io/v1beta1": ["RuntimeClass"],
    },
  },
  { release: "1.26", kinds: { "autoscaling/v2beta2": ["HorizontalPodAutoscaler"] } },
  { release: "1.27", isOwn: true, kinds: { "storage.k8s.io/v1beta1": ["CSIStorageCapacity"] } },
  {
    release: "1.29",
    isOwn: true,
    kinds: { "flowcontrol.apiserver.k8s.io/v1beta2": ["FlowSchema", "PriorityLevelConfiguration"] },
  },
  {
    release: "1.32",
    isOwn: true,
    kinds: { "flowcontrol.apiserver.k8s.io/v1beta3": ["FlowSchema", "PriorityLevelConfiguration"] },
  },
];

interface Used {
  readonly apiVersion: string;
  readonly kind: string;
  readonly at: () => SourceLocation;
}

export const removedApiRules: readonly Rule[] = [
  ...removals.flatMap(({ release, kinds, isOwn }) =>
    (["error", "warning"] as const).map((severity): Rule => ({
      name: `removed-api-${release}`,
      severity,
      ...(isOwn === true ? { isOwn } : {}),
      hint: "Use the version that replaces it: https://kubernetes.io/docs/reference/using-api/deprecation-guide/",
      check: (facts) =>
        severityFor(release, facts) === severity
          ? usedIn(facts, release).flatMap((used) =>
              kinds[used.apiVersion]?.includes(used.kind) === true ? [removed(used, release)] : [],
            )
          : [],
    })),
  ),
  {
    name: "removed-resource-1.25",
    severity: "warning",
    hint: "Remove the permission: Kubernetes 1.25 has no PodSecurityPolicies.",
    check: ({ csv }) => (csv === undefined ? [] : podSecurityPolicies(csv)),
  },
  {
    name: "kubernetes-version",
    severity: "error",
    hint: "Write a version, such as --optional-values k8s-version=1.25.",
    check: ({ values: { kubernetesVersion: version }, bundle }) =>
      version === undefined || readTolerantVersion(version) !== undefined
        ? []
        : [{ at: { file: bundle.source }, message: `"${version}" is not a version of Kubernetes` }],
  },
  {
    name: "min-kube-version-unknown",
    severity: "error",
    hint: "Write it with three numbers and without v, such as 1.25.0.",
    check: ({ csv }) => {
      const version = csv?.spec.minKubeVersion ?? "";
      return csv === undefined || version === "" || readTolerantVersion(version) !== undefined
        ? []
        : [{ at: csv.at("spec", "minKubeVersion"), message: `"${version}" is not a version of Kubernetes` }];
    },
  },
];

/** Returns whether the bundle uses an API that a release of Kubernetes removed. */
export function usesRemovedApis(facts: Facts, release: string): boolean {
  const kinds = removals.find((each) => each.release === release)?.kinds ?? {};
  return usedIn(facts, release).some(({ apiVersion, kind }) => kinds[apiVersion]?.includes(kind) === true);
}

function removed({ apiVersion, kind, at }: Used, release: string): Found {
  return { at: at(), message: `Kubernetes ${release} removed ${kind} of ${apiVersion}` };
}

/** An API that all supported clusters lack is an error. */
function severityFor(release: string, { csv, values: { kubernetesVersion } }: Facts): RuleSeverity {
  const versions = [kubernetesVersion, csv?.spec.minKubeVersion];
  return versions.some((version = "") => isAtLeast(version, release)) ? "error" : "warning";
}

/** The kinds of the bundle's objects, and from 1.25 those of the resources that the owned kinds list. */
function usedIn({ bundle, csv }: Facts, release: string): readonly Used[] {
  const objects = bundle.objects.map(({ document, gvk }): Used => ({
    apiVersion: gvk.group === "" ? gvk.version : `${gvk.group}/${gvk.version}`,
    kind: gvk.kind,
    at: () => document.at(["apiVersion"]),
  }));
  return csv === undefined || release !== "1.25" ? objects : [...objects, ...listedResources(csv)];
}

function listedResources({ spec, at }: CsvFacts): readonly Used[] {
  return (["owned", "required"] as const).flatMap((field) =>
    (spec.customresourcedefinitions?.[field] ?? []).flatMap(({ resources = [] }, index) =>
      resources.map(({ version = "", kind = "" }, each): Used => ({
        apiVersion: version,
        kind,
        at: () => at("spec", "customresourcedefinitions", field, index, "resources", each),
      })),
    ),
  );
}

function podSecurityPolicies(csv: CsvFacts): readonly Found[] {
  const { permissions = [], clusterPermissions = [] } = csv.spec.install?.spec ?? {};
  if (listedResources(csv).some(({ kind }) => kind.toLowerCase() === "podsecuritypolicie")) return [];
  return Object.entries({ permissions, clusterPermissions }).flatMap(([field, roles]) =>
    roles.flatMap(({ rules = [] }, index) =>
      rules.flatMap(({ apiGroups = [], resources = [] }, each) =>
        apiGroups.includes("policy") && resources.includes("podsecuritypolicies")
          ? [
              {
                at: csv.at("spec", "install", "spec", field, index, "rules", each),
                message: "the operator may use PodSecurityPolicies, which Kubernetes 1.25 removed",
              },
            ]
          : [],
      ),
    ),
  );
}
