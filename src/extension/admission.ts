/** What a write passes beside the schema: its namespace exists, and the author's own rules hold. */
import { randomUUID } from "node:crypto";
import { namespaceLifecycle } from "../apiserver/admission/namespace-lifecycle.js";
import { fromVersion, inVersion } from "../apiserver/admission/matching/versioned-objects.js";
import { requestFields, shownOptions } from "../apiserver/admission/webhooks/admission-review.js";
import { decodeChanged } from "../apiserver/admission/webhooks/apply-patch.js";
import type { ApiObject } from "../apiserver/api-object.js";
import type { Admission } from "../apiserver/objects/write.js";
import type { AdmissionAttributes, ServedResource } from "../apiserver/resource.js";
import { internalError, StatusError } from "../apiserver/status-error.js";
import { defined } from "../core/defined.js";
import { copyJson, isJsonObject, type Json } from "../core/json.js";
import { applyJsonPatch } from "../core/json-patch.js";
import { Namespace } from "../k8s/core/v1.js";
import type { LiveClient } from "../kube/client.js";
import type { Unstructured } from "../kube/objects.js";
import type { Logger } from "../runtime/logger.js";
import type { AdmissionContext, AdmissionRequest } from "../runtime/webhook/admission.js";
import { type Answer, answerByDefaulter, answerByValidator } from "../runtime/webhook/answer-admission.js";
import type { ReviewStatus } from "../runtime/webhook/review.js";
import type { ExtensionResource } from "./options.js";

export interface AuthorRules extends Pick<ExtensionResource, "defaulter" | "validator"> {
  /** The version whose objects the rules get. */
  readonly version: ServedResource;
}

export interface AdmissionOptions {
  readonly client: Pick<LiveClient, "get">;
  readonly log: Logger;
  /** Returns the rules of a resource's kind. */
  readonly rulesOf: (resource: ServedResource) => AuthorRules | undefined;
}

export function createAdmission({ client, log, rulesOf }: AdmissionOptions): Admission {
  return {
    async mutate(attributes) {
      await checkNamespace(attributes, client, log);
      const rules = rulesOf(attributes.resource);
      if (rules?.defaulter === undefined || attributes.subresource !== "") return;
      await applyDefaults(answerByDefaulter(rules.defaulter), attributes, rules.version, log);
    },
    async validate(attributes) {
      const rules = rulesOf(attributes.resource);
      if (rules?.validator === undefined) return;
      await ask(answerByValidator(rules.validator), attributes, rules.version, log);
    },
  };
}

/** Only a create needs the namespace: an object in it shows that it exists. */
async function checkNamespace(
  attributes: AdmissionAttributes,
  client: Pick<LiveClient, "get">,
  log: Logger,
): Promise<void> {
  const { namespace, operation } = attributes;
  if (operation !== "CREATE" || namespace === "") return;
  const found = await client.get(Namespace, { name: namespace }).catch((error: unknown) => {
    log.error("cannot read a namespace", { namespace, error });
    throw internalError(`the API server does not say whether the namespace ${namespace} exists`);
  });
  // An object that the API server sent as JSON.
  const stored = found as ApiObject | undefined;
  await namespaceLifecycle({ get: () => stored, list: () => [] }).mutate?.(attributes);
}

async function applyDefaults(
  answer: Answer,
  attributes: AdmissionAttributes,
  version: ServedResource,
  log: Logger,
): Promise<void> {
  const { object, patch } = await ask(answer, attributes, version, log);
  if (patch.length === 0 || object === undefined) return;
  const patched = applyJsonPatch(copyJson<Json>(object), patch);
  if (!isJsonObject(patched)) throw internalError("the defaulter returned no object");
  attributes.object = await fromVersion(decodeChanged(patched, version, object), version, attributes);
}

interface Asked {
  /** The object that the rules got. */
  readonly object: ApiObject | undefined;
  readonly patch: readonly Json[];
}

/** @throws StatusError if the rules reject the request */
async function ask(
  answer: Answer,
  attributes: AdmissionAttributes,
  version: ServedResource,
  log: Logger,
): Promise<Asked> {
  const { object, oldObject } = await inVersion(attributes, version);
  const uid = randomUUID();
  const request = {
    ...{ name: "", namespace: "" },
    ...requestFields(attributes, version),
    ...{ uid, dryRun: attributes.dryRun, options: shownOptions(attributes) ?? {} },
    // The rules may change their argument.
    ...(object === undefined ? {} : { object: copyJson(object) }),
    ...(oldObject === undefined ? {} : { oldObject: copyJson(oldObject) }),
  } as unknown as AdmissionRequest; // the fields of an AdmissionReview
  const context: AdmissionContext<Unstructured> = {
    request,
    log: log.with({ requestID: uid, user: attributes.user.username }),
    signal: new AbortController().signal,
    warn: (text) => void attributes.warnings.push(text),
  };
  const response = await answer(context).catch((error: unknown) => {
    log.error("the rules of a kind failed", { resource: attributes.resource.resource, error });
    throw internalError(error instanceof Error ? error.message : String(error));
  });
  if (!response.allowed) throw rejection(response.status);
  return { object, patch: (response.patch ?? []) as Json[] };
}

function rejection({ code = 403, message = "", reason, details }: ReviewStatus): StatusError {
  return new StatusError({ code, message, ...defined({ reason, details }) });
}
