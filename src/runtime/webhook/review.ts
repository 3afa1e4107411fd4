/**
 * The reviews of the API server, and the responses to them. Source: k8s.io/api/admission/v1 and v1beta1 (types.go),
 * k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1 (ConversionReview).
 */
import { isJsonObject } from "../../core/json.js";
import type { Status } from "../../kube/objects.js";

/** The status of a rejection, or of a successful conversion. */
export type ReviewStatus = Pick<Status, "status" | "message" | "reason" | "code" | "details">;

export type AdmissionResponse =
  | { readonly allowed: true; readonly patch?: readonly unknown[]; readonly warnings?: readonly string[] }
  | { readonly allowed: false; readonly status: ReviewStatus; readonly warnings?: readonly string[] };

/** A review. tsop has checked its shape, but not its contents. */
export interface Review {
  readonly apiVersion: string;
  readonly uid: string;
  readonly request: Readonly<Record<string, unknown>>;
}

const versions = {
  AdmissionReview: ["admission.k8s.io/v1", "admission.k8s.io/v1beta1"],
  ConversionReview: ["apiextensions.k8s.io/v1"],
} as const;

export type ReviewKind = keyof typeof versions;

/** Parses a review; returns a text with the reason if that is not possible. */
export function parseReview(kind: ReviewKind, body: string): Review | string {
  if (body === "") return "request body is empty";
  const review = parseJson(body);
  if (typeof review === "string") return review;
  const { apiVersion, kind: given, request } = review;
  const known: readonly unknown[] = versions[kind];
  if (given !== kind || !known.includes(apiVersion)) {
    return `expected ${kind} of ${versions[kind].join(" or ")}, got ${show(given)} of ${show(apiVersion)}`;
  }
  if (!isJsonObject(request)) return `${kind} without a request`;
  const { uid } = request;
  if (typeof uid !== "string" || uid === "") return `${kind} without request.uid`;
  return { apiVersion: String(apiVersion), uid, request };
}

/** Formats received data for a response and a log line. */
export function show(value: unknown): string {
  if (typeof value !== "string") return value === undefined ? "nothing" : `a value of type ${typeof value}`;
  return value.length > 100 ? `${value.slice(0, 100)}…` : value;
}

function parseJson(body: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(body);
    return isJsonObject(value) ? value : "the body is not an object";
  } catch (error) {
    return `the body is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Prints the response as JSON, in the version of the request. */
export function printAdmissionResponse(review: Review | undefined, response: AdmissionResponse): string {
  const { warnings } = response;
  return JSON.stringify({
    apiVersion: review?.apiVersion ?? "admission.k8s.io/v1",
    kind: "AdmissionReview",
    response: {
      uid: review?.uid ?? "",
      allowed: response.allowed,
      ...(response.allowed ? patchFields(response.patch ?? []) : { status: { ...response.status, status: "Failure" } }),
      ...(warnings === undefined || warnings.length === 0 ? {} : { warnings }),
    },
  });
}

function patchFields(patch: readonly unknown[]): object {
  if (patch.length === 0) return {};
  return { patchType: "JSONPatch", patch: Buffer.from(JSON.stringify(patch)).toString("base64") };
}

/** Returns the response for a failure that is not a decision: invalid input, or an error of the operator. */
export function failedWith(code: number, message: string): AdmissionResponse {
  return { allowed: false, status: { code, message } };
}
