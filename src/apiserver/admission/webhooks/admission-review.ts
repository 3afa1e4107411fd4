/**
 * The AdmissionReview that a webhook receives, and the response that it must return.
 * Source: k8s.io/apiserver/pkg/admission/plugin/webhook/request/admissionreview.go.
 */
import { quoteText } from "../../../core/go-text.js";
import type { GroupVersionKind } from "../../../core/gvk.js";
import type { JsonObject } from "../../../core/json.js";
import { showUser } from "../../authentication/reviews.js";
import { objectOf, textMapOf, textOf, textsOf } from "../../api-object.js";
import type { AdmissionAttributes, ServedResource } from "../../resource.js";
import type { ReviewType } from "../../webhooks/decode-answer.js";
import { kindOf, namespaceOf } from "../request-target.js";
import type { VersionedObjects } from "../matching/versioned-objects.js";

export type ReviewVersion = "v1" | "v1beta1";

export interface ReviewResponse {
  readonly isAllowed: boolean;
  readonly warnings: readonly string[];
  /** The status of a rejection, from the webhook. */
  readonly status: JsonObject;
  /** A JSON patch, as text. */
  readonly patch: string;
  readonly auditAnnotations: Readonly<Record<string, string>>;
}

/** Returns the first version that both sides know; undefined if there is none. */
export function chooseVersion(accepted: readonly string[]): ReviewVersion | undefined {
  return accepted.find((version): version is ReviewVersion => version === "v1" || version === "v1beta1");
}

export function admissionReview(
  uid: string,
  version: ReviewVersion,
  attributes: AdmissionAttributes,
  matched: ServedResource,
  { object, oldObject }: VersionedObjects,
): JsonObject {
  return {
    kind: "AdmissionReview",
    apiVersion: `admission.k8s.io/${version}`,
    request: {
      uid,
      ...requestFields(attributes, matched),
      object: object ?? null,
      oldObject: oldObject ?? null,
      dryRun: attributes.dryRun,
      options: shownOptions(attributes),
    },
  };
}

/** Shows the options of a patch as those of a create or an update. Source: k8s.io/apiserver/pkg/endpoints/handlers/patch.go. */
export function shownOptions({ options, operation }: AdmissionAttributes): JsonObject | null {
  if (Object.keys(options).length === 0) return null;
  if (options["kind"] !== "PatchOptions") return options;
  const others = { ...options };
  delete others["force"];
  return { ...others, kind: operation === "CREATE" ? "CreateOptions" : "UpdateOptions" };
}

/** Returns the fields that webhooks and the `request` of expressions have in common. */
export function requestFields(attributes: AdmissionAttributes, matched: ServedResource): JsonObject {
  const { resource, subresource, name, operation, user } = attributes;
  const requestKind = kindOf(attributes);
  const namespace = namespaceOf(attributes);
  const sub = subresource === "" ? {} : { subResource: subresource };
  const requestSub = subresource === "" ? {} : { requestSubResource: subresource };
  return {
    kind: showKind(matched === resource ? requestKind : kindIn(matched, requestKind, resource)),
    resource: showResource(matched),
    ...sub,
    requestKind: showKind(requestKind),
    requestResource: showResource(resource),
    ...requestSub,
    ...(name === "" ? {} : { name }),
    ...(namespace === "" ? {} : { namespace }),
    operation,
    userInfo: showUser(user),
  };
}

/** The kind of a subresource is the same in each version of its resource. */
function kindIn(matched: ServedResource, requestKind: GroupVersionKind, resource: ServedResource): GroupVersionKind {
  if (requestKind.kind !== resource.kind) return requestKind;
  return { group: matched.group, version: matched.version, kind: matched.kind };
}

function showKind({ group, version, kind }: GroupVersionKind): JsonObject {
  return { group, version, kind };
}

function showResource({ group, version, resource }: ServedResource): JsonObject {
  return { group, version, resource };
}

/** Returns the response, or the error message for an invalid one. */
export function readResponse(
  review: JsonObject,
  uid: string,
  version: ReviewVersion,
  isMutating: boolean,
): ReviewResponse | string {
  const response = objectOf(review, "response");
  if (response === undefined) return "webhook response was absent";
  const { patchType } = response;
  const encoded = textOf(response, "patch");
  if (version === "v1") {
    const fault = checkResponse(review, response, uid) ?? checkPatch(encoded, patchType, isMutating);
    if (fault !== undefined) return fault;
  }
  return {
    isAllowed: response["allowed"] === true,
    warnings: textsOf(response, "warnings"),
    status: objectOf(response, "status") ?? {},
    patch: isMutating ? Buffer.from(encoded, "base64").toString("utf8") : "",
    auditAnnotations: textMapOf(response, "auditAnnotations"),
  };
}

function checkResponse(review: JsonObject, response: JsonObject, uid: string): string | undefined {
  const given = textOf(response, "uid");
  if (given !== uid) return `expected response.uid=${quoteText(uid)}, got ${quoteText(given)}`;
  const [apiVersion, kind] = [textOf(review, "apiVersion"), textOf(review, "kind")];
  if (apiVersion === "admission.k8s.io/v1" && kind === "AdmissionReview") return undefined;
  const got = `${apiVersion === "" ? "/" : apiVersion}, Kind=${kind}`;
  return `expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got ${got}`;
}

function checkPatch(patch: string, patchType: JsonObject[string], isMutating: boolean): string | undefined {
  const hasType = patchType !== undefined && patchType !== null;
  if (!isMutating) {
    if (patch !== "") return "validating webhook may not return response.patch";
    return hasType ? "validating webhook may not return response.patchType" : undefined;
  }
  if (patch !== "" && !hasType) return "webhook returned response.patch but not response.patchType";
  if (patch === "" && hasType) return "webhook returned response.patchType but not response.patch";
  return hasType && patchType === "" ? 'webhook returned invalid response.patchType of ""' : undefined;
}

/** The type of a webhook's response. */
export function admissionReviewType(version: ReviewVersion): ReviewType {
  return {
    ...{ group: "admission.k8s.io", kind: "AdmissionReview", version, responseType: "AdmissionResponse" },
    fields: [
      ["uid", "string", "types.UID"],
      ["allowed", "bool", "bool"],
      ["status", "object", "v1.Status"],
      ["patch", "string", "[]uint8"],
      ["patchType", "string", "v1.PatchType"],
      ["auditAnnotations", "object", "map[string]string"],
      ["warnings", "array", "[]string"],
    ],
  };
}
