/**
 * The values that admission expressions see. Source: k8s.io/apiserver/pkg/admission/plugin/cel/{activation.go,condition.go}.
 */
import { goValue, type GoShape } from "../../../cel/go-value.js";
import { plainValue } from "../../../cel/data-value.js";
import type { Value } from "../../../cel/values.js";
import type { ExactJsonValue, JsonObject } from "../../../core/json.js";
import { isSince, type KubernetesVersion } from "../../../schema/kubernetes-versions.js";
import type { ApiObject } from "../../api-object.js";
import type { Authorizer } from "../../authorization/authorizer.js";
import { type AdmissionAttributes, isBuiltIn, type ServedResource } from "../../resource.js";
import { requestFields, shownOptions } from "../webhooks/admission-review.js";
import { authorizerValue, requestResourceValue } from "./authorizer-value.js";

export interface ExpressionInput {
  readonly version: KubernetesVersion;
  readonly attributes: AdmissionAttributes;
  /** The resource that matched the request; the objects are in its version. */
  readonly matched: ServedResource;
  readonly object: ApiObject | undefined;
  readonly oldObject: ApiObject | undefined;
  readonly authorizer: Authorizer;
  /** For policies only. */
  readonly params?: ApiObject | undefined;
  readonly namespaceObject?: ApiObject | undefined;
  /** Whether the object and the old object are JSON also since 1.37. */
  readonly isObjectJson?: boolean;
}

export function inputValues(input: ExpressionInput): Map<string, Value> {
  const { attributes, matched, object, oldObject, authorizer, params, namespaceObject } = input;
  const valueOf = (raw: ExactJsonValue | undefined, shape: GoShape | undefined): Value =>
    isSince(input.version, "1.37") ? goValue(raw, shape) : plainValue(raw);
  const written = (given: ApiObject | undefined): Value =>
    valueOf(given, input.isObjectJson === true ? undefined : shapeOf(given, matched));
  const shown = namespaceObject === undefined ? undefined : shownNamespace(namespaceObject);
  return new Map<string, Value>([
    ["object", written(object)],
    ["oldObject", written(oldObject)],
    ["request", valueOf(requestValue(attributes, matched), structs)],
    ["namespaceObject", valueOf(shown, structs)],
    // Also the parameters of a built-in kind are JSON.
    ["params", plainValue(params)],
    ["authorizer", authorizerValue(attributes.user, authorizer)],
    ["authorizer.requestResource", requestResourceValue(attributes, authorizer)],
  ]);
}

/** Returns the type of an object in Go; undefined for a custom resource. */
function shapeOf(object: ApiObject | undefined, resource: ServedResource): GoShape | undefined {
  if (object === undefined) return undefined;
  // The object of a subresource may be of another kind, such as Scale.
  if (object.kind !== resource.kind) return structs;
  return isBuiltIn(resource) ? resource.type : undefined;
}

const json: GoShape = { type: "any", field: () => undefined };

/** A map, whose values have no maps within them. */
const map: GoShape = {
  type: "object",
  field: () => structs,
  get values() {
    return structs;
  },
};

const shapes: ReadonlyMap<string, GoShape> = new Map([
  ["labels", map],
  ["annotations", map],
  ["extra", map],
  ["options", json],
]);

/** Structs with the few maps of a request, a Namespace, or the object of a subresource. */
const structs: GoShape = {
  type: "object",
  field: (name) => shapes.get(name) ?? structs,
  get items() {
    return structs;
  },
};

function requestValue(attributes: AdmissionAttributes, matched: ServedResource): JsonObject {
  const fields = requestFields(attributes, matched);
  return { ...fields, dryRun: attributes.dryRun, options: shownOptions(attributes) };
}

const shownMetadata: ReadonlySet<string> = new Set([
  "name",
  "generateName",
  "namespace",
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "labels",
  "annotations",
  "finalizers",
]);

function shownNamespace({ metadata, spec, status }: ApiObject): JsonObject {
  const shown = Object.entries(metadata).filter(([key]) => shownMetadata.has(key));
  return { metadata: Object.fromEntries(shown), spec: spec ?? {}, status: status ?? {} };
}
