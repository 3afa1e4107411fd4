/**
 * `pods/eviction`: a delete that respects the pod's disruption budget. Source:
 * kubernetes/pkg/registry/core/pod/storage/eviction.go.
 */
import { type ApiObject, ensureObject, isSet, listOf, numberOf, objectOf, objectsOf, textOf } from "../api-object.js";
import type { ReviewHandler, ReviewRequest } from "../authentication/review-request.js";
import { invalid } from "../../core/field-error.js";
import { selects } from "../selectors/selected-labels.js";
import { copyJson, type JsonObject } from "../../core/json.js";
import { deleteObject, type DeleteOptions, refuseUnmet } from "../objects/delete-object.js";
import { updateObject } from "../objects/update-object.js";
import { type Admission, type ObjectParts, timeText, type Write } from "../objects/write.js";
import type { StatusWriter } from "../objects/write-status.js";
import type { PartialUpdate, ServedResource } from "../resource.js";
import { invalidError, notFoundError, serverFault, StatusError } from "../status-error.js";
import { budgetsKey, chargeBudget, processingError } from "./disruption-budget.js";
import { checkPlace, getPod, succeeded, withCondition } from "./pod-action.js";

export interface EvictionParts {
  readonly objects: ObjectParts;
  readonly writeStatus: StatusWriter;
  readonly pods: () => ServedResource;
}

/** Skips admission for the writes of an eviction: the eviction itself was admitted. */
const unasked: Admission = { mutate: () => Promise.resolve(), validate: () => Promise.resolve() };

export function podEviction(parts: EvictionParts): ReviewHandler {
  return async (request) => {
    const { object, namespace, name } = request;
    checkPlace(request, name, "Eviction");
    const options = objectOf(object, "deleteOptions");
    const risky = "ignoreStoreReadErrorWithClusterBreakingPotential";
    if (isSet(options, risky)) {
      const fault = invalid(
        `deleteOptions.${risky}`,
        true,
        "can not be set for pod eviction, try after removing the option",
      );
      throw invalidError("policy", "Eviction", name, [fault]);
    }
    await request.admit(object);
    const isDryRun = request.isDryRun || listOf(options, "dryRun").length > 0;
    const given = (options ?? {}) as DeleteOptions; // decoded by its type
    for (;;) {
      const pod = getPod(parts.objects.store, namespace, name);
      const asked = { ...request, isDryRun };
      const isEvicted = isBeyondBudgets(pod)
        ? await evictFreely(parts, asked, pod, given)
        : await evictByBudget(parts, asked, pod, given);
      if (isEvicted) return succeeded;
    }
  };
}

/** Returns whether the pod does not run yet, or no longer runs: budgets do not count it. */
function isBeyondBudgets({ metadata, status }: ApiObject): boolean {
  const phase = textOf(objectOf({ status }, "status"), "phase");
  return ["Succeeded", "Failed", "Pending"].includes(phase) || metadata.deletionTimestamp !== undefined;
}

/** Returns false if a pending pod has changed in the meantime. */
async function evictFreely(
  parts: EvictionParts,
  asked: ReviewRequest,
  pod: ApiObject,
  given: DeleteOptions,
): Promise<boolean> {
  const isPending =
    textOf(objectOf(pod, "status"), "phase") === "Pending" && pod.metadata.deletionTimestamp === undefined;
  if (!isPending || given.preconditions?.resourceVersion !== undefined) {
    await evict(parts, asked, given);
    return true;
  }
  try {
    await evict(parts, asked, asItIs(given, pod));
    return true;
  } catch (error) {
    if (isConflict(error) && isChanged(parts, pod)) return false;
    throw error;
  }
}

async function evictByBudget(
  parts: EvictionParts,
  asked: ReviewRequest,
  pod: ApiObject,
  given: DeleteOptions,
): Promise<boolean> {
  const budgets = budgetsOf(parts.objects.store.list(budgetsKey, asked.namespace), pod);
  const [budget] = budgets;
  if (budgets.length > 1) {
    const message = "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.";
    throw serverFault(message);
  }
  if (budget !== undefined && !isReady(pod) && isFreeWhileUnready(budget)) {
    try {
      await evict(parts, asked, asItIs(given, pod));
    } catch (error) {
      const isOwn = given.preconditions?.resourceVersion === undefined;
      throw isConflict(error) && isOwn ? processingError(budget.metadata.name ?? "") : error;
    }
    return true;
  }
  if (budget !== undefined) {
    const status = chargeBudget(budget, asked.name, timeText(parts.objects.now()));
    if (!asked.isDryRun && !(await parts.writeStatus(budgetsKey, budget, status))) return false;
  }
  await evict(parts, asked, given);
  return true;
}

function budgetsOf(budgets: readonly ApiObject[], { metadata }: ApiObject): ApiObject[] {
  return budgets.filter((budget) => {
    const selector = objectOf(objectOf(budget, "spec"), "selector");
    return selector !== undefined && selects(selector, metadata.labels ?? {});
  });
}

function isReady(pod: ApiObject): boolean {
  const conditions = objectsOf(objectOf(pod, "status"), "conditions");
  return conditions.some(({ type, status }) => type === "Ready" && status === "True");
}

/** Returns whether unready pods may be evicted: the budget only counts ready ones. */
function isFreeWhileUnready(budget: ApiObject): boolean {
  if (textOf(objectOf(budget, "spec"), "unhealthyPodEvictionPolicy") === "AlwaysAllow") return true;
  const status = objectOf(budget, "status");
  const desired = numberOf(status, "desiredHealthy") ?? 0;
  return desired > 0 && (numberOf(status, "currentHealthy") ?? 0) >= desired;
}

function asItIs(given: DeleteOptions, { metadata: { resourceVersion = "" } }: ApiObject): DeleteOptions {
  return { ...given, preconditions: { ...given.preconditions, resourceVersion } };
}

function isConflict(error: unknown): boolean {
  return error instanceof StatusError && error.failure.reason === "Conflict";
}

function isChanged({ objects }: EvictionParts, { metadata }: ApiObject): boolean {
  const now = objects.store.get("pods", metadata.namespace ?? "", metadata.name ?? "");
  return now?.metadata.resourceVersion !== metadata.resourceVersion;
}

/** Records the reason in the pod's status, then deletes the pod. */
async function evict(parts: EvictionParts, asked: ReviewRequest, options: DeleteOptions): Promise<void> {
  const { namespace, name, user, isDryRun, warnings, audit } = asked;
  const resource = parts.pods();
  const objects = { ...parts.objects, admission: unasked };
  const by = { user, isDryRun, options: {}, warnings, audit };
  const write: Write = { resource, namespace, name, subresource: "", ...by };
  if (isDryRun) {
    await deleteObject(objects, write, options);
    return;
  }
  const { strategy } = resource.subresources.get("status") as PartialUpdate; // pods have one
  const { object } = await updateObject(objects, write, {
    produce: (live) => withReason(live, write, options, timeText(parts.objects.now())),
    strategy,
    allowsCreate: false,
  });
  const { resourceVersion } = object.metadata;
  const isVersioned = options.preconditions?.resourceVersion !== undefined && resourceVersion !== undefined;
  const preconditions = isVersioned ? { ...options.preconditions, resourceVersion } : options.preconditions;
  await deleteObject(objects, write, { ...options, ...(preconditions === undefined ? {} : { preconditions }) });
}

function withReason(
  live: ApiObject | undefined,
  target: Pick<Write, "resource" | "name">,
  { preconditions }: DeleteOptions,
  time: string,
): ApiObject {
  if (live === undefined) throw notFoundError({ group: "", resource: "pods" }, target.name);
  const { uid = "", resourceVersion = "" } = preconditions ?? {};
  // An empty precondition does not apply.
  const asked = { ...(uid === "" ? {} : { uid }), ...(resourceVersion === "" ? {} : { resourceVersion }) };
  refuseUnmet(target, { preconditions: asked }, live);
  const pod = copyJson(live);
  const status: JsonObject = ensureObject(pod, "status");
  const reason = { type: "DisruptionTarget", status: "True", reason: "EvictionByEvictionAPI" };
  const condition = { ...reason, message: "Eviction API: evicting" };
  status["conditions"] = withCondition(objectsOf(status, "conditions"), condition, time);
  return pod;
}
