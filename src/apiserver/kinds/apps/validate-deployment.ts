/** Source: pkg/apis/apps/validation/validation.go. */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { type FieldError, forbidden, invalid, required } from "../../../core/field-error.js";
import { numberOf, objectOf, textOf } from "../../json-fields.js";
import { immutable } from "../validation/immutable.js";
import { deploymentStrategyForm, notSupportedInternal } from "../validation/internal-forms.js";
import { validatePodSelector } from "../validation/pod-selectors.js";
import { validateCollisionCount, validateReplicasStatus } from "../validation/replicas-status.js";
import {
  intOrPercentOf,
  validateAllNonnegative,
  validateAtMost100Percent,
  validateIntOrPercent,
} from "../validation/values.js";
import { specOf } from "../workload-parts.js";
import { validateReplicaTemplate } from "./validate-replica-set.js";

export function validateDeployment(object: ApiObject): FieldError[] {
  const spec = specOf(object);
  const deadline = numberOf(spec, "progressDeadlineSeconds") ?? 0;
  const isTooShort = deadline <= (numberOf(spec, "minReadySeconds") ?? 0);
  return [
    ...validateAllNonnegative(spec, ["replicas"], "spec"),
    ...validatePodSelector(spec, "spec", "deployment"),
    ...validateReplicaTemplate(spec),
    ...validateStrategy(objectOf(spec, "strategy") ?? {}, "spec.strategy"),
    ...validateAllNonnegative(spec, ["minReadySeconds", "revisionHistoryLimit", "progressDeadlineSeconds"], "spec"),
    ...(isTooShort ? [invalid("spec.progressDeadlineSeconds", deadline, "must be greater than minReadySeconds")] : []),
  ];
}

export function validateDeploymentUpdate(object: ApiObject, old: ApiObject): FieldError[] {
  return [
    ...validateDeployment(object),
    ...immutable("spec.selector", specOf(object)["selector"], specOf(old)["selector"]),
  ];
}

function validateStrategy(strategy: JsonObject, path: string): FieldError[] {
  const rollingUpdate = objectOf(strategy, "rollingUpdate");
  const at = `${path}.rollingUpdate`;
  switch (textOf(strategy, "type")) {
    case "Recreate":
      return rollingUpdate === undefined
        ? []
        : [forbidden(at, "may not be specified when strategy `type` is 'Recreate'")];
    case "RollingUpdate":
      return rollingUpdate === undefined
        ? [required(at, "this should be defaulted and never be nil")]
        : validateRollingUpdate(rollingUpdate, at);
    default:
      return [notSupportedInternal(path, strategy, deploymentStrategyForm, ["Recreate", "RollingUpdate"])];
  }
}

function validateRollingUpdate(rollingUpdate: JsonObject, path: string): FieldError[] {
  const { maxUnavailable, maxSurge } = rollingUpdate;
  const standsStill = intOrPercentOf(maxUnavailable) === 0 && intOrPercentOf(maxSurge) === 0;
  const at = `${path}.maxUnavailable`;
  return [
    ...validateIntOrPercent(maxUnavailable, at),
    ...validateIntOrPercent(maxSurge, `${path}.maxSurge`),
    ...(standsStill ? [invalid(at, maxUnavailable, "may not be 0 when `maxSurge` is 0")] : []),
    ...validateAtMost100Percent(maxUnavailable, at),
  ];
}

export function validateDeploymentStatus(object: ApiObject, old: ApiObject): FieldError[] {
  const counts = ["updatedReplicas", "readyReplicas", "availableReplicas"];
  return [
    ...validateReplicasStatus(object, {
      nonnegative: [
        ...["observedGeneration", "replicas", ...counts],
        ...["unavailableReplicas", "terminatingReplicas", "collisionCount"],
      ],
      atMostReplicas: counts,
      readyName: "readyReplicas",
    }),
    ...validateCollisionCount(object, old),
  ];
}
