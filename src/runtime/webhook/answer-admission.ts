import { type FieldError, invalidObject } from "../../core/field-error.js";
import { copyJson, type Json } from "../../core/json.js";
import { jsonDifference, type JsonOperation } from "../../core/json-difference.js";
import { ApiError } from "../../kube/api-error.js";
import { findInexactNumber } from "../../kube/json.js";
import type { KubeObject, Unstructured } from "../../kube/objects.js";
import {
  type AdmissionContext,
  AdmissionDenied,
  type AdmissionHandler,
  type Defaulter,
  type ValidationResult,
  type Validator,
} from "./admission.js";
import type { AdmissionResponse, ReviewStatus } from "./review.js";

/** Answers one question; what it throws is a fault of the operator. */
export type Answer = (context: AdmissionContext<Unstructured>) => Promise<AdmissionResponse>;

/** Answers with what a defaulter changes. It is not asked about deletions: there is nothing to fill in. */
export function answerByDefaulter(defaulter: Defaulter<KubeObject>): Answer {
  return answerByHandler(async ({ object, operation }, context) => {
    if (object === undefined || operation === "DELETE" || operation === "CONNECT") return undefined;
    await defaulter.default(object, context);
    return object;
  });
}

/** Answers with what a validator says. */
export function answerByValidator(validator: Validator<KubeObject>): Answer {
  return withRefusals(async (context) => {
    const faults = (await validate(validator, context)) ?? [];
    return faults.length === 0 ? { allowed: true } : { allowed: false, status: refusal(context.request, faults) };
  });
}

/** Answers with what a handler gives back. */
export function answerByHandler(handler: AdmissionHandler): Answer {
  return withRefusals(async (context) => {
    // A handler may change what it is given, or copy it: the difference is told either way.
    const before = copyJson(context.request.object) as Json | undefined; // the API server sends JSON
    const after = (await handler(context.request, context)) ?? undefined;
    if (after === undefined || before === undefined) return { allowed: true };
    // As it would go over the wire: what is undefined is absent.
    const patch = jsonDifference(before, JSON.parse(JSON.stringify(after)) as Json);
    checkExact(patch);
    return { allowed: true, patch };
  });
}

/** Refuses to write back what JSON.parse may have rounded. A number by itself is one that the handler has set. */
function checkExact(patch: readonly JsonOperation[]): void {
  for (const operation of patch) {
    if (operation.op === "remove" || typeof operation.value !== "object") continue;
    const place = findInexactNumber(operation.value);
    if (place === undefined) continue;
    throw new Error(
      `the patch would write a whole number beyond 2^53 at ${operation.path} (${place}); JavaScript may have rounded it`,
    );
  }
}

async function validate(validator: Validator<KubeObject>, context: AdmissionContext): Promise<ValidationResult> {
  const { operation, object, oldObject } = context.request;
  switch (operation) {
    case "CREATE":
      return object === undefined ? undefined : validator.validateCreate?.(object, context);
    case "UPDATE":
      if (object === undefined || oldObject === undefined) return undefined;
      return validator.validateUpdate?.(oldObject, object, context);
    case "DELETE":
      return oldObject === undefined ? undefined : validator.validateDelete?.(oldObject, context);
    case "CONNECT":
      return undefined;
  }
}

/** What is thrown to refuse is an answer; all else is thrown on. */
function withRefusals(answer: Answer): Answer {
  return async (context) => {
    try {
      return await answer(context);
    } catch (error) {
      if (error instanceof AdmissionDenied) {
        const { code, message } = error;
        return { allowed: false, status: { code, message, ...(code === 403 ? { reason: "Forbidden" } : {}) } };
      }
      // What the API server has refused the webhook is told as it said it: a conflict is repeated by the user's client.
      if (error instanceof ApiError) return { allowed: false, status: { ...error.status, code: error.statusCode } };
      throw error;
    }
  };
}

function refusal({ kind, name, object }: AdmissionContext["request"], faults: readonly FieldError[]): ReviewStatus {
  const shown = name === "" ? (object?.metadata.generateName ?? "") : name;
  return invalidObject({ ...kind, name: shown }, faults);
}
