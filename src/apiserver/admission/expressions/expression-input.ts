/**
 * The values that admission expressions see. Source: k8s.io/apiserver/pkg/admission/plugin/cel/{activation.go,condition.go}.
 */
import { plainValue } from "../../../cel/data-value.js";
import type { Value } from "../../../cel/values.js";
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import type { Authorizer } from "../../authorization/authorizer.js";
import type { AdmissionAttributes, ServedResource } from "../../resource.js";
import { requestFields, shownOptions } from "../webhooks/admission-review.js";
import { authorizerValue, requestResourceValue } from "./authorizer-value.js";

export interface ExpressionInput {
  readonly attributes: AdmissionAttributes;
  /** The resource that matched the request; the objects are in its version. */
  readonly matched: ServedResource;
  readonly object: ApiObject | undefined;
  readonly oldObject: ApiObject | undefined;
  readonly authorizer: Authorizer;
  /** For policies only. */
  readonly params?: ApiObject | undefined;
  readonly namespaceObject?: ApiObject | undefined;
}

export function inputValues(input: ExpressionInput): Map<string, Value> {
  const { attributes, matched, object, oldObject, authorizer, params, namespaceObject } = input;
  return new Map<string, Value>([
    ["object", plainValue(object)],
    ["oldObject", plainValue(oldObject)],
    ["request", plainValue(requestValue(attributes, matched))],
    ["namespaceObject", plainValue(namespaceObject === undefined ? undefined : shownNamespace(namespaceObject))],
    ["params", plainValue(params)],
    ["authorizer", authorizerValue(attributes.user, authorizer)],
    ["authorizer.requestResource", requestResourceValue(attributes, authorizer)],
  ]);
}

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
