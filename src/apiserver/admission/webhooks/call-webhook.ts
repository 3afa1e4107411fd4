/** Calls a webhook, and reads its verdict. */
import { randomUUID } from "node:crypto";
import { quoteText } from "../../../core/go-text.js";
import { isQualifiedName } from "../../../core/name-forms.js";
import { isJsonObject, type JsonObject } from "../../../core/json.js";
import type { AdmissionAttributes, ServedResource } from "../../resource.js";
import { badRequestError, internalError, StatusError } from "../../status-error.js";
import type { VersionedObjects } from "../matching/versioned-objects.js";
import { admissionReview, chooseVersion, readResponse, type ReviewResponse } from "./admission-review.js";
import { WebhookCallFault, type WebhookClient } from "./webhook-client.js";
import type { Webhook } from "./webhook.js";

export interface WebhookCall {
  readonly attributes: AdmissionAttributes;
  readonly matched: ServedResource;
  readonly objects: VersionedObjects;
  readonly isMutating: boolean;
}

/**
 * Returns the response of a webhook that allows the write; undefined if the call failed and the failure policy ignores that.
 *
 * @throws StatusError if the webhook denies the request, or the call fails
 */
export async function callWebhook(
  webhook: Webhook,
  call: WebhookCall,
  client: WebhookClient,
): Promise<ReviewResponse | undefined> {
  refuseSideEffects(webhook, call.attributes);
  try {
    const response = await ask(webhook, call, client);
    noteAnnotations(webhook, response, call.attributes);
    call.attributes.warnings.push(...response.warnings);
    if (!response.isAllowed) throw refusal(webhook.name, response.status);
    return response;
  } catch (error) {
    if (!(error instanceof WebhookCallFault)) throw error;
    if (webhook.failurePolicy === "Ignore") return undefined;
    throw callFailure(webhook, error.message);
  }
}

/** Creates the error for a webhook that cannot be called, or that returns an invalid response. */
export function callFailure({ name }: Webhook, why: string): StatusError {
  return internalError(`failed calling webhook ${quoteText(name)}: ${why}`);
}

/** Adds the annotations of a webhook to the audit log, without those whose keys Kubernetes does not accept. */
function noteAnnotations(
  { name }: Webhook,
  { auditAnnotations }: ReviewResponse,
  { audit }: AdmissionAttributes,
): void {
  for (const [key, value] of Object.entries(auditAnnotations)) {
    const whole = `${name}/${key}`;
    if (isQualifiedName(whole)) audit.annotate(whole, value);
  }
}

/** A dry run must have no side effects outside of the server either. */
function refuseSideEffects({ name, sideEffects }: Webhook, { dryRun }: AdmissionAttributes): void {
  if (!dryRun || sideEffects === "None" || sideEffects === "NoneOnDryRun") return;
  throw badRequestError(`admission webhook ${quoteText(name)} does not support dry run`);
}

async function ask(webhook: Webhook, call: WebhookCall, client: WebhookClient): Promise<ReviewResponse> {
  const { attributes, matched, objects, isMutating } = call;
  const version = chooseVersion(webhook.admissionReviewVersions);
  if (version === undefined) {
    const why = "webhook does not accept known AdmissionReview versions (v1, v1beta1)";
    throw new WebhookCallFault(`could not create admission objects: ${why}`);
  }
  const uid = randomUUID();
  const review = await client.post(webhook, admissionReview(uid, version, attributes, matched, objects), version);
  const response = readResponse(review, uid, version, isMutating);
  if (typeof response === "string") throw new WebhookCallFault(`received invalid webhook response: ${response}`);
  const { patchType } = isJsonObject(review["response"]) ? review["response"] : {};
  if (version === "v1" && response.isAllowed && response.patch !== "" && patchType !== "JSONPatch") {
    throw new WebhookCallFault(`unsupported patch type ${quoteText(typeof patchType === "string" ? patchType : "")}`);
  }
  return response;
}

/** Source: k8s.io/apiserver/pkg/admission/plugin/webhook/errors/statuserror.go. */
function refusal(webhookName: string, status: JsonObject): StatusError {
  const { code, message, reason, details } = status;
  const deniedBy = `admission webhook ${quoteText(webhookName)} denied the request`;
  const why = [message, reason].find((text) => typeof text === "string" && text !== "");
  return new StatusError({
    code: typeof code === "number" && code >= 400 ? code : 400,
    ...(typeof reason === "string" && reason !== "" ? { reason } : {}),
    message: typeof why === "string" ? `${deniedBy}: ${why}` : `${deniedBy} without explanation`,
    ...(isJsonObject(details) ? { details } : {}),
  });
}
