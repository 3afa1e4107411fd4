/**
 * The schemas of Kubernetes' own types as CRDs can embed them. OpenAPI says nearly what Go's types say; where the two
 * differ, Go's way is taken, since that is what a CRD that is generated from Go has.
 */
import { placeOf, referenceOf, type Schema } from "./openapi.js";
import type { Modules } from "./render-module.js";

/** A schema that may refer to another by `{ "$ref": "core/v1.Container" }`. */
export type PackedSchema = Record<string, unknown>;

/** The types of a module by name, in the order of the names. */
export function packModule(module: string, modules: Modules): Record<string, PackedSchema> {
  const types: Record<string, PackedSchema> = {};
  for (const [name, schema] of Object.entries(modules.get(module)?.schemas ?? {})) {
    const place = placeOf(name);
    if (place?.module === module) types[place.type] = packType(name, place.type, schema);
  }
  return types;
}

const intOrString = { anyOf: [{ type: "integer" }, { type: "string" }], "x-kubernetes-int-or-string": true };

/** Types that are no objects, or whose schema OpenAPI leaves open. */
const basicTypes: Readonly<Record<string, PackedSchema>> = {
  "io.k8s.apimachinery.pkg.util.intstr.IntOrString": intOrString,
  "io.k8s.apimachinery.pkg.api.resource.Quantity": {
    ...intOrString,
    pattern:
      "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$",
  },
  "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta": { type: "object" },
  "io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1": { type: "object" },
  "io.k8s.apimachinery.pkg.apis.meta.v1.Time": { type: "string", format: "date-time" },
  "io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime": { type: "string", format: "date-time" },
  "io.k8s.apimachinery.pkg.apis.meta.v1.Duration": { type: "string" },
  "io.k8s.apimachinery.pkg.runtime.RawExtension": { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON": { "x-kubernetes-preserve-unknown-fields": true },
};

/** They embed LocalObjectReference, which is atomic; OpenAPI does not see that. */
const atomicTypes: ReadonlySet<string> = new Set([
  ...["ConfigMapEnvSource", "SecretEnvSource", "ConfigMapVolumeSource", "ConfigMapProjection", "SecretProjection"],
]);

/** Defaults that Go's source refers to by the name of a constant: controller-gen does not know their values. */
const unknownDefaults: ReadonlySet<string> = new Set([
  "AzureDiskVolumeSource.cachingMode",
  "AzureDiskVolumeSource.kind",
]);

/** Zero values that OpenAPI states for fields that Go always writes; no default was declared. */
const zeroValues: ReadonlySet<string> = new Set([
  ...["StatefulSetOrdinals.start", "StatefulSetSpec.serviceName", "StatefulSetStatus.availableReplicas"],
  ...["PodFailurePolicyOnPodConditionsPattern.status", "Event.reportingComponent", "Event.reportingInstance"],
  ...["NodeRuntimeHandler.name", "FlowSchemaSpec.matchingPrecedence", "QueuingConfiguration.handSize"],
  ...["QueuingConfiguration.queueLengthLimit", "QueuingConfiguration.queues"],
]);

/** Fields that Go's source requires for controller-gen alone. */
const ownRequired: Readonly<Record<string, readonly string[]>> = {
  PortStatus: ["error"],
  IngressPortStatus: ["error"],
};

/** Bounds that Go's source declares for controller-gen alone. */
const ownBounds: Readonly<Record<string, PackedSchema>> = {
  "Condition.type": {
    maxLength: 316,
    pattern:
      "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$",
  },
  "Condition.status": { enum: ["True", "False", "Unknown"] },
  "Condition.observedGeneration": { minimum: 0 },
  "Condition.reason": { minLength: 1, maxLength: 1024, pattern: "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$" },
  "Condition.message": { maxLength: 32768 },
  "PortStatus.error": portError(),
  "IngressPortStatus.error": portError(),
};

function portError(): PackedSchema {
  return {
    maxLength: 316,
    pattern:
      "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$",
  };
}

const kept = [
  "type",
  "format",
  "x-kubernetes-list-type",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-map-type",
] as const;

function packType(fullName: string, typeName: string, schema: Schema): PackedSchema {
  const basic = basicTypes[fullName];
  const packed = basic === undefined ? packObject(typeName, schema) : { ...basic };
  if (atomicTypes.has(typeName)) packed["x-kubernetes-map-type"] = "atomic";
  return withDescription(packed, schema);
}

function packObject(typeName: string, schema: Schema): PackedSchema {
  const packed = packNode(schema);
  const properties = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const place = `${typeName}.${name}`;
    const inner = withDescription({ ...packNode(field), ...ownBounds[place] }, field);
    const isKept = schema.required?.includes(name) !== true && !unknownDefaults.has(place) && !zeroValues.has(place);
    const given = (field as { default?: unknown }).default;
    if (isKept && given !== undefined && JSON.stringify(given) !== "{}") inner["default"] = given;
    return [name, inner] as const;
  });
  if (properties.length > 0) packed["properties"] = Object.fromEntries(properties);
  const required = [...(schema.required ?? []), ...(ownRequired[typeName] ?? [])];
  if (required.length > 0) packed["required"] = required.toSorted();
  return packed;
}

/** One node; what is below it, without descriptions of its own. */
function packNode(schema: Schema): PackedSchema {
  if (schema.format === "int-or-string") return { ...intOrString };
  const node: PackedSchema = {};
  for (const keyword of kept) {
    const value = (schema as Readonly<Record<string, unknown>>)[keyword];
    if (value !== undefined) node[keyword] = value;
  }
  const reference = referenceOf(schema);
  if (reference !== undefined) {
    const place = placeOf(reference);
    const basic = basicTypes[reference];
    return basic === undefined && place !== undefined
      ? { $ref: `${place.module}.${place.type}`, ...node }
      : { ...basic, ...node };
  }
  if (schema.items !== undefined) node["items"] = withDescription(packNode(schema.items), schema.items);
  if (typeof schema.additionalProperties === "object") {
    node["additionalProperties"] = withDescription(packNode(schema.additionalProperties), schema.additionalProperties);
  }
  return node;
}

function withDescription(node: PackedSchema, { description }: Schema): PackedSchema {
  // The API server adds the values of Go's constants, which CRDs do not restrict.
  const text = description?.replace(/\n\nPossible enum values:\n[^]*$/, "");
  return text === undefined || text === "" ? node : { ...node, description: text };
}
