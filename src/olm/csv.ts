/**
 * A ClusterServiceVersion as JSON: what OLM installs. Source: operator-framework/api, pkg/operators/v1alpha1.
 * The types describe the objects that tsop writes. Validate an object from outside before you use them.
 */
import type { DeploymentSpec } from "../k8s/apps/v1.js";
import type { LabelSelector } from "../k8s/meta/v1.js";
import type { PolicyRule } from "../k8s/rbac/v1.js";
import type { MutatingWebhook, ValidatingWebhook } from "../k8s/admissionregistration/v1.js";
import type { KubeObject, ObjectMeta } from "../kube/objects.js";

export const csvApiVersion = "operators.coreos.com/v1alpha1";
export const csvKind = "ClusterServiceVersion";

export interface ClusterServiceVersion extends KubeObject {
  apiVersion: typeof csvApiVersion;
  kind: typeof csvKind;
  metadata: ObjectMeta;
  spec: CsvSpec;
}

export interface CsvSpec {
  displayName: string;
  /** A semantic version without a leading `v`. */
  version: string;
  description?: string;
  keywords?: string[];
  maintainers?: Maintainer[];
  maturity?: string;
  provider?: AppLink;
  links?: AppLink[];
  icon?: Icon[];
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  selector?: LabelSelector;
  /** A version `X.Y.Z`. */
  minKubeVersion?: string;
  minReplicas?: number;
  /** The name of the ClusterServiceVersion that this one replaces. */
  replaces?: string;
  skips?: string[];
  install: InstallStrategy;
  installModes: InstallMode[];
  customresourcedefinitions?: CrdDescriptions;
  apiservicedefinitions?: ApiServiceDescriptions;
  webhookdefinitions?: WebhookDescription[];
  nativeAPIs?: GroupVersionKind[];
  relatedImages?: RelatedImage[];
  cleanup?: { enabled: boolean };
}

export interface Maintainer {
  name?: string;
  email?: string;
}

export interface AppLink {
  name?: string;
  url?: string;
}

export interface Icon {
  base64data: string;
  mediatype: string;
}

export interface GroupVersionKind {
  group: string;
  version: string;
  kind: string;
}

export interface RelatedImage {
  name: string;
  image: string;
}

export const installModeTypes = ["OwnNamespace", "SingleNamespace", "MultiNamespace", "AllNamespaces"] as const;

export type InstallModeType = (typeof installModeTypes)[number];

export interface InstallMode {
  type: InstallModeType;
  supported: boolean;
}

export interface InstallStrategy {
  strategy: "deployment";
  spec?: InstallSpec;
}

export interface InstallSpec {
  deployments: StrategyDeployment[];
  permissions?: StrategyPermissions[];
  clusterPermissions?: StrategyPermissions[];
}

export interface StrategyDeployment {
  name: string;
  label?: Record<string, string>;
  spec: DeploymentSpec;
}

export interface StrategyPermissions {
  serviceAccountName: string;
  rules: PolicyRule[];
}

export interface CrdDescriptions {
  owned?: CrdDescription[];
  required?: CrdDescription[];
}

export interface CrdDescription {
  /** `PLURAL.GROUP`. */
  name: string;
  version: string;
  kind: string;
  displayName?: string;
  description?: string;
  resources?: ApiResourceReference[];
  specDescriptors?: Descriptor[];
  statusDescriptors?: Descriptor[];
}

/** A kind of objects that belong to a custom resource: of a built-in kind, or by the name of a CRD. */
export interface ApiResourceReference {
  /** The name of the CRD; empty for built-in kinds. */
  name: string;
  kind: string;
  version: string;
}

export interface Descriptor {
  /** The fields below `spec` or `status`, with dots: `replicas`, `storage.size`, `hosts[0].name`. */
  path: string;
  displayName?: string;
  description?: string;
  "x-descriptors"?: string[];
}

export interface ApiServiceDescriptions {
  owned?: ApiServiceDescription[];
  required?: ApiServiceDescription[];
}

export interface ApiServiceDescription extends CrdDescription {
  group: string;
  deploymentName?: string;
  containerPort?: number;
}

export type WebhookType = "ValidatingAdmissionWebhook" | "MutatingAdmissionWebhook" | "ConversionWebhook";

type AdmissionWebhook = ValidatingWebhook & Pick<MutatingWebhook, "reinvocationPolicy">;

/** A webhook that OLM registers. OLM creates its Service and its certificate. */
export interface WebhookDescription extends Partial<
  Pick<
    AdmissionWebhook,
    "rules" | "failurePolicy" | "matchPolicy" | "objectSelector" | "timeoutSeconds" | "reinvocationPolicy"
  >
> {
  type: WebhookType;
  generateName: string;
  deploymentName: string;
  /** The port of the Service. */
  containerPort: number;
  /** The port of the container, or its name. */
  targetPort?: number | string;
  webhookPath?: string;
  sideEffects: string;
  admissionReviewVersions: string[];
  /** The names of the CRDs that a conversion webhook converts. */
  conversionCRDs?: string[];
}
