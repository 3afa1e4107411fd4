/** Decides whether a budget allows another disruption. Source: kubernetes/pkg/registry/core/pod/storage/eviction.go. */
import type { JsonObject } from "../../core/json.js";
import { type ApiObject, numberOf, objectOf, objectsOf, textOf } from "../api-object.js";
import { storageKeyOf } from "../resource.js";
import { forbiddenError, StatusError } from "../status-error.js";

export const budgetsKey = storageKeyOf("policy", "poddisruptionbudgets");

/** The most disruptions that a controller may leave unconfirmed. */
const mostDisrupted = 2000;
const allowed = "DisruptionAllowed";

/**
 * Returns the status of a budget after another disruption.
 *
 * @throws StatusError if it allows no disruption
 */
export function chargeBudget(budget: ApiObject, podName: string, time: string): JsonObject {
  const { name = "", generation = 0 } = budget.metadata;
  const status = objectOf(budget, "status") ?? {};
  const left = numberOf(status, "disruptionsAllowed") ?? 0;
  const disrupted = objectOf(status, "disruptedPods") ?? {};
  if ((numberOf(status, "observedGeneration") ?? 0) < generation) throw processingError(name);
  const refuse = (why: string): StatusError =>
    forbiddenError({ group: "policy", resource: "poddisruptionbudget" }, name, why);
  if (left < 0) throw refuse("pdb disruptions allowed is negative");
  if (Object.keys(disrupted).length > mostDisrupted) {
    throw refuse("DisruptedPods map too big - too many evictions not confirmed by PDB controller");
  }
  if (left === 0) throw tooManyError(whyNone(name, status));
  return {
    ...status,
    disruptionsAllowed: left - 1,
    disruptedPods: { ...disrupted, [podName]: time },
    ...(left === 1 ? { conditions: withNoneAllowed(status, time) } : {}),
  };
}

/** Creates the error for a budget whose current version the controller has not observed: it allows nothing. */
export function processingError(name: string): StatusError {
  return tooManyError(`The disruption budget ${name} is still being processed by the server.`, 10);
}

/** Returns the conditions, with one that reports that no disruption is left. */
function withNoneAllowed(status: JsonObject, time: string): JsonObject[] {
  const conditions = [...objectsOf(status, "conditions")];
  const before = conditions.find(({ type }) => type === allowed);
  const condition = {
    type: allowed,
    status: "False",
    observedGeneration: numberOf(status, "observedGeneration") ?? 0,
    lastTransitionTime: before?.["status"] === "False" ? (before["lastTransitionTime"] ?? time) : time,
    reason: "InsufficientPods",
    message: "",
  };
  return before === undefined
    ? [...conditions, condition]
    : conditions.map((each) => (each === before ? condition : each));
}

function tooManyError(why: string, retryAfterSeconds = 0): StatusError {
  return new StatusError({
    code: 429,
    reason: "TooManyRequests",
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    details: {
      causes: [{ reason: "DisruptionBudget", message: why }],
      ...(retryAfterSeconds === 0 ? {} : { retryAfterSeconds }),
    },
  });
}

function whyNone(name: string, status: JsonObject): string {
  const [desired, current] = [numberOf(status, "desiredHealthy") ?? 0, numberOf(status, "currentHealthy") ?? 0];
  const condition = objectsOf(status, "conditions").find(({ type }) => type === allowed);
  const message = condition?.["status"] === "False" ? textOf(condition, "message") : "";
  const reason = textOf(condition, "reason");
  const rule = `The disruption budget ${name} does not allow evicting pods currently`;
  if (message !== "" && reason === "SyncFailed") return `${rule} because it failed sync: ${message}`;
  if (current <= desired)
    return `The disruption budget ${name} needs ${desired} healthy pods and has ${current} currently`;
  return message === "" ? rule : `${rule} (${reason}): ${message}`;
}
