/**
 * Facts about Kubernetes' types that only the Go source contains, for controller-gen, and that OpenAPI lacks: the few
 * differences between a CRD from Go and a CRD from OpenAPI. test/schema/embedded-types.test.ts finds all of them.
 */
import type { PackedSchema } from "./pack-module.js";

const intOrString = { anyOf: [{ type: "integer" }, { type: "string" }], "x-kubernetes-int-or-string": true };
const anything = { "x-kubernetes-preserve-unknown-fields": true };
const apimachinery = "io.k8s.apimachinery.pkg";
const apiextensions = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1";

/** Types that are not objects, or whose schema is open in OpenAPI, by full name. */
export const basicTypes: Readonly<Record<string, PackedSchema>> = {
  [`${apimachinery}.util.intstr.IntOrString`]: intOrString,
  [`${apimachinery}.api.resource.Quantity`]: {
    ...intOrString,
    pattern:
      "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$",
  },
  [`${apimachinery}.apis.meta.v1.ObjectMeta`]: { type: "object" },
  [`${apimachinery}.apis.meta.v1.FieldsV1`]: { type: "object" },
  [`${apimachinery}.apis.meta.v1.Time`]: { type: "string", format: "date-time" },
  [`${apimachinery}.apis.meta.v1.MicroTime`]: { type: "string", format: "date-time" },
  [`${apimachinery}.apis.meta.v1.Duration`]: { type: "string" },
  [`${apimachinery}.runtime.RawExtension`]: { type: "object", ...anything },
  [`${apiextensions}.JSON`]: anything,
  // Objects, lists, or booleans: a CRD has no schema for this choice.
  [`${apiextensions}.JSONSchemaPropsOrArray`]: anything,
  [`${apiextensions}.JSONSchemaPropsOrBool`]: anything,
  [`${apiextensions}.JSONSchemaPropsOrStringArray`]: anything,
};

/** Basic types that controller-gen knows without their source, so that it has no description for them. */
export const undescribedTypes: ReadonlySet<string> = new Set(["ObjectMeta", "Time", "MicroTime", "JSON"]);

/** Types that embed LocalObjectReference, which is atomic. */
export const atomicTypes: ReadonlySet<string> = new Set([
  ...["ConfigMapEnvSource", "SecretEnvSource", "ConfigMapVolumeSource", "ConfigMapProjection", "SecretProjection"],
]);

/** Defaults that the Go source sets with a constant: controller-gen does not know their values. */
const unknownDefaults = ["AzureDiskVolumeSource.cachingMode", "AzureDiskVolumeSource.kind"];

const conditions = ["DaemonSet", "Deployment", "ReplicaSet", "StatefulSet"].flatMap((kind) =>
  ["status", "type"].map((field) => `${kind}Condition.${field}`),
);

/** Zero values in OpenAPI for fields that Go always writes, without a declared default. */
const zeroValues = [
  ...["StatefulSetOrdinals.start", "StatefulSetSpec.serviceName", "StatefulSetStatus.availableReplicas"],
  ...["PodFailurePolicyOnPodConditionsPattern.status", "Event.reportingComponent", "Event.reportingInstance"],
  ...["NodeRuntimeHandler.name", "FlowSchemaSpec.matchingPrecedence", "QueuingConfiguration.handSize"],
  ...["QueuingConfiguration.queueLengthLimit", "QueuingConfiguration.queues"],
  ...["ControllerRevision.revision", "PriorityClass.value", "RoleRef.apiGroup", "TokenRequestStatus.token"],
  ...["PodDisruptionBudgetStatus.currentHealthy", "PodDisruptionBudgetStatus.desiredHealthy"],
  ...["PodDisruptionBudgetStatus.disruptionsAllowed", "PodDisruptionBudgetStatus.expectedPods"],
  ...conditions,
];

/** Fields, as `Type.field`, whose default in OpenAPI is not a real default. */
export const withoutDefault: ReadonlySet<string> = new Set([...unknownDefaults, ...zeroValues]);

/**
 * Fields, as `Type.field`, that OpenAPI declares as list maps with a key that items may omit. The API server accepts
 * this in its own types and rejects it in a CRD. Without it, only item-by-item merging of these lists is lost.
 */
export const withoutListKeys: ReadonlySet<string> = new Set([
  ...["DaemonSet", "Deployment", "ReplicaSet", "StatefulSet"].map((kind) => `${kind}Status.conditions`),
  "FlowSchemaStatus.conditions",
  "PriorityLevelConfigurationStatus.conditions",
  "ResourceClaimStatus.devices",
  "ServiceAccount.secrets",
]);

export const ownRequired: Readonly<Record<string, readonly string[]>> = {
  PortStatus: ["error"],
  IngressPortStatus: ["error"],
};

const qualifiedName = {
  maxLength: 316,
  pattern:
    "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$",
};

const nodeOperations = {
  items: { type: "string", enum: ["*", "NodePrepareResources", "NodeUnprepareResources"] },
};

/** Additional bounds, by `Type.field`. */
export const ownBounds: Readonly<Record<string, PackedSchema>> = {
  "Condition.type": qualifiedName,
  "Condition.status": { enum: ["True", "False", "Unknown"] },
  "Condition.observedGeneration": { minimum: 0 },
  "Condition.reason": { minLength: 1, maxLength: 1024, pattern: "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$" },
  "Condition.message": { maxLength: 32768 },
  "PortStatus.error": qualifiedName,
  "IngressPortStatus.error": qualifiedName,
  "DeviceRequestAllocationResult.skipNodeOperations": nodeOperations,
  "ImageVolumeStatus.imageRef": { maxLength: 256 },
  "ResourceSliceSpec.skipNodeOperations": nodeOperations,
  "VolumeHealthCondition.status": { enum: ["DataLoss", "Degraded", "Inaccessible"] },
};
