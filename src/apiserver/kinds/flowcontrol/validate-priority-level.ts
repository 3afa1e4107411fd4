/** Source: pkg/apis/flowcontrol/validation/validation.go. */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { type FieldError, forbidden, invalid, notSupported, required } from "../../../core/field-error.js";
import { numberOf, objectOf, textOf } from "../../json-fields.js";
import { validateFlowConditions } from "./validate-flow-schema.js";

const zeroSharesAnnotation = "flowcontrol.k8s.io/preserve-zero-concurrency-shares";
const maxQueues = 10_000_000;
const maxHashBits = 60;

export function validatePriorityLevel(object: ApiObject): FieldError[] {
  const hasOldAnnotation = object.metadata.annotations?.[zeroSharesAnnotation] !== undefined;
  return [
    ...(hasOldAnnotation
      ? [forbidden("metadata.annotations", `annotation '${zeroSharesAnnotation}' is forbidden`)]
      : []),
    ...validateSpec(objectOf(object, "spec") ?? {}, object.metadata.name === "exempt"),
    ...validateFlowConditions(object),
  ];
}

function validateSpec(spec: JsonObject, isExempt: boolean): FieldError[] {
  const type = textOf(spec, "type");
  const [limited, exempt] = [objectOf(spec, "limited"), objectOf(spec, "exempt")];
  const faults =
    isExempt === (type === "Exempt")
      ? []
      : [invalid("spec.type", type, "must be 'Exempt' if and only if `name` is 'exempt'")];
  switch (type) {
    case "Exempt":
      return [
        ...faults,
        ...(limited === undefined ? [] : [forbidden("spec.limited", "must be nil if the type is not Limited")]),
        ...(exempt === undefined
          ? []
          : [...validateShares(exempt, "spec.exempt"), ...validateLending(exempt, "spec.exempt")]),
      ];
    case "Limited":
      return [
        ...faults,
        ...(exempt === undefined ? [] : [forbidden("spec.exempt", "must be nil if the type is Limited")]),
        ...(limited === undefined
          ? [required("spec.limited", "must not be empty when type is Limited")]
          : validateLimited(limited, "spec.limited")),
      ];
    default:
      return [...faults, notSupported("spec.type", type, ["Exempt", "Limited"])];
  }
}

function validateShares(holder: JsonObject, path: string): FieldError[] {
  const shares = numberOf(holder, "nominalConcurrencyShares") ?? 0;
  return shares < 0 ? [invalid(`${path}.nominalConcurrencyShares`, shares, "must be a non-negative integer")] : [];
}

function validateLending(holder: JsonObject, path: string): FieldError[] {
  const percent = numberOf(holder, "lendablePercent") ?? 0;
  if (percent >= 0 && percent <= 100) return [];
  return [invalid(`${path}.lendablePercent`, percent, "must be between 0 and 100, inclusive")];
}

function validateLimited(limited: JsonObject, path: string): FieldError[] {
  const borrowing = numberOf(limited, "borrowingLimitPercent") ?? 0;
  return [
    ...validateShares(limited, path),
    ...validateResponse(objectOf(limited, "limitResponse"), `${path}.limitResponse`),
    ...validateLending(limited, path),
    ...(borrowing < 0
      ? [invalid(`${path}.borrowingLimitPercent`, borrowing, "if specified, must be a non-negative integer")]
      : []),
  ];
}

function validateResponse(response: JsonObject | undefined, path: string): FieldError[] {
  const type = textOf(response, "type");
  const queuing = objectOf(response, "queuing");
  const at = `${path}.queuing`;
  switch (type) {
    case "Reject":
      return queuing === undefined ? [] : [forbidden(at, "must be nil if limited.limitResponse.type is not Limited")];
    case "Queue":
      return queuing === undefined
        ? [required(at, "must not be empty if limited.limitResponse.type is Limited")]
        : validateQueuing(queuing, at);
    default:
      return [notSupported(`${path}.type`, type, ["Queue", "Reject"])];
  }
}

function validateQueuing(queuing: JsonObject, path: string): FieldError[] {
  const [limit = 0, queues = 0, hand = 0] = ["queueLengthLimit", "queues", "handSize"].map((name) =>
    numberOf(queuing, name),
  );
  const validateQueues = (): FieldError[] => {
    if (queues <= 0) return [invalid(`${path}.queues`, queues, "must be positive")];
    return queues > maxQueues ? [invalid(`${path}.queues`, queues, `must not be greater than ${maxQueues}`)] : [];
  };
  return [
    ...(limit <= 0 ? [invalid(`${path}.queueLengthLimit`, limit, "must be positive")] : []),
    ...validateQueues(),
    ...validateHand(hand, queues, `${path}.handSize`),
  ];
}

function validateHand(hand: number, queues: number, path: string): FieldError[] {
  if (hand <= 0) return [invalid(path, hand, "must be positive")];
  if (hand > queues) return [invalid(path, hand, `should not be greater than queues (${queues})`)];
  if (entropyBits(queues, hand) <= maxHashBits) return [];
  const rest = `should not be greater than ${maxHashBits}`;
  return [invalid(path, hand, `required entropy bits of deckSize ${queues} and handSize ${hand} ${rest}`)];
}

/** Source: k8s.io/apiserver/pkg/util/shufflesharding/shufflesharding.go (RequiredEntropyBits). */
function entropyBits(deck: number, hand: number): number {
  return Math.ceil(Math.log2(deck) * hand);
}
