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

/** Handles one request; an error that it throws is a failure of the operator. */
export type Answer = (context: AdmissionContext<Unstructured>) => Promise<AdmissionResponse>;

/** Responds with the changes of a defaulter. Never runs for deletions, which have no defaults. */
export function answerByDefaulter(defaulter: Defaulter<KubeObject>): Answer {
  return answerByHandler(async ({ object, operation }, context) => {
    if (object === undefined || operation === "DELETE" || operation === "CONNECT") return undefined;
    await defaulter.default(object, context);
    return object;
  });
}

/** Responds with the result of a validator. */
export function answerByValidator(validator: Validator<KubeObject>): Answer {
  return withRefusals(async (context) => {
    const faults = (await validate(validator, context)) ?? [];
    return faults.length === 0 ? { allowed: true } : { allowed: false, status: refusal(context.request, faults) };
  });
}

/** Responds with the result of a handler. */
export function answerByHandler(handler: AdmissionHandler): Answer {
  return withRefusals(async (context) => {
    // A handler may change its argument or a copy: both show as a difference.
    const before = copyJson(context.request.object) as Json | undefined; // the API server sends JSON
    const after = (await handler(context.request, context)) ?? undefined;
    if (after === undefined || before === undefined) return { allowed: true };
    // As in the JSON of the response: an undefined field is absent.
    const patch = jsonDifference(before, JSON.parse(JSON.stringify(after)) as Json);
    checkExact(patch);
    return { allowed: true, patch };
  });
}

/**
 * Rejects a patch that would write back a number that JSON.parse may have rounded. A number that is a value on its own
 * was set by the handler.
 */
function checkExact(patch: readonly JsonOperation[]): void {
  for (const operation of patch) {
    if (operation.op === "remove" || typeof operation.value !== "object") continue;
    const place = findInexactNumber(operation.value);
    if (place === undefined) continue;
    throw new Error(
      `the patch would write an integer beyond 2^53 at ${operation.path} (${place}), which JavaScript may have rounded`,
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

/** Turns an error that rejects the request into a response, and throws all other errors. */
function withRefusals(answer: Answer): Answer {
  return async (context) => {
    try {
      return await answer(context);
    } catch (error) {
      if (error instanceof AdmissionDenied) {
        const { code, message } = error;
        return { allowed: false, status: { code, message, ...(code === 403 ? { reason: "Forbidden" } : {}) } };
      }
      // An error that the webhook got from the API server goes to the user unchanged: the user's client retries a
      // conflict.
      if (error instanceof ApiError) return { allowed: false, status: { ...error.status, code: error.statusCode } };
      throw error;
    }
  };
}

function refusal({ kind, name, object }: AdmissionContext["request"], faults: readonly FieldError[]): ReviewStatus {
  const shown = name === "" ? (object?.metadata.generateName ?? "") : name;
  return invalidObject({ ...kind, name: shown }, faults);
}
