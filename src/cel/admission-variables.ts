/**
 * The types of the variables in admission expressions.
 * Source: k8s.io/apiserver/pkg/admission/plugin/cel/compile.go (BuildRequestType, BuildNamespaceType).
 */
import type { DeclaredType } from "./declared-type.js";
import { readType } from "./functions.js";
import { mapParameters, simple, type CelType } from "./types.js";

/** The fields of objects. Each has its type in the notation of function declarations. */
const objectFields: Readonly<Record<string, string>> = {
  "kubernetes.GroupVersionKind": "group string, version string, kind string",
  "kubernetes.GroupVersionResource": "group string, version string, resource string",
  "kubernetes.UserInfo": "username string, uid string, groups list(string), extra map(string; list(string))",
  "kubernetes.AdmissionRequest":
    "kind kubernetes.GroupVersionKind, resource kubernetes.GroupVersionResource, subResource string, requestKind kubernetes.GroupVersionKind, requestResource kubernetes.GroupVersionResource, requestSubResource string, name string, namespace string, operation string, userInfo kubernetes.UserInfo, dryRun bool, options dyn",
  "kubernetes.NamespaceSpec": "finalizers list(string)",
  "kubernetes.NamespaceCondition":
    "status string, type string, lastTransitionTime timestamp, message string, reason string",
  "kubernetes.NamespaceStatus": "conditions list(kubernetes.NamespaceCondition), phase string",
  "kubernetes.NamespaceMetadata":
    "name string, generateName string, namespace string, labels map(string; string), annotations map(string; string), UID string, creationTimestamp timestamp, deletionGracePeriodSeconds int, deletionTimestamp timestamp, generation int, resourceVersion string, finalizers list(string)",
  "kubernetes.Namespace":
    "metadata kubernetes.NamespaceMetadata, spec kubernetes.NamespaceSpec, status kubernetes.NamespaceStatus",
};

export function objectTypes(): Map<string, DeclaredType> {
  return new Map(Object.entries(objectFields).map(([name, fields]) => [name, declareObject(name, readFields(fields))]));
}

/**
 * Declares an object whose fields have the given types. Their sizes are unknown: the API server limits the cost at run time.
 */
export function declareObject(name: string, fields: Iterable<readonly [string, CelType]>): DeclaredType {
  const declared = new Map([...fields].map(([field, type]) => [field, declare(type)]));
  return { ...declare({ kind: "object", name }), fields: declared };
}

/** The type of `variables`, whose fields are the variables of a policy. */
export const variablesType = "kubernetes.variables";

const kept: ReadonlySet<string> = new Set([
  ...["bool", "bytes", "double", "duration", "int", "null", "string", "timestamp", "uint"],
]);

type Compiled = { readonly kind: "ok"; readonly type: CelType } | { readonly kind: "fault" | "syntax" | "type" };

/** Returns the type of a variable. One whose expression cannot be compiled may be of any type. */
export function typeOfVariable(compiled: Compiled): CelType {
  return compiled.kind === "ok" ? declaredType(compiled.type) : simple("dyn");
}

/**
 * An object may be of any type then.
 * Source: k8s.io/apiserver/pkg/admission/plugin/cel/composition.go (convertCelTypeToDeclType).
 */
function declaredType(type: CelType): CelType {
  if (type.kind === "list" || type.kind === "map") return mapParameters(type, declaredType);
  return kept.has(type.kind) ? type : simple("dyn");
}

function declare(type: CelType): DeclaredType {
  return { type, schema: {}, maxElements: 0, minSize: 0 };
}

function readFields(text: string): [string, CelType][] {
  return text.split(", ").map((field) => {
    const space = field.indexOf(" ");
    return [field.slice(0, space), readType(field.slice(space + 1).replace(";", ","))];
  });
}

export interface VariableOptions {
  readonly hasParams: boolean;
  readonly hasAuthorizer: boolean;
  /** Whether the expression constructs objects, as a mutation does. Default: false. */
  readonly constructs?: boolean;
}

export function variableTypes({ hasParams, hasAuthorizer }: VariableOptions): Map<string, CelType> {
  const dyn = simple("dyn");
  const variables = new Map<string, CelType>([
    ["object", dyn],
    ["oldObject", dyn],
    ["namespaceObject", { kind: "object", name: "kubernetes.Namespace" }],
    ["request", { kind: "object", name: "kubernetes.AdmissionRequest" }],
  ]);
  if (hasParams) variables.set("params", dyn);
  if (hasAuthorizer) {
    variables.set("authorizer", { kind: "object", name: "kubernetes.authorization.Authorizer" });
    variables.set("authorizer.requestResource", { kind: "object", name: "kubernetes.authorization.ResourceCheck" });
  }
  return variables;
}
