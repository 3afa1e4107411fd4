/** Source: pkg/apis/apps/validation/validation.go. */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { type FieldError, invalid, required } from "../../../core/field-error.js";
import { objectOf, textOf } from "../../json-fields.js";
import { immutable } from "../validation/immutable.js";
import { validateKeptRunning, validateTemplate, validateTemplateLabels } from "../pods/validate-template.js";
import { validateLabelSelector } from "../validation/labels.js";
import { deploymentStrategyForm, notSupportedInternal } from "../validation/internal-forms.js";
import { isReadable, validateNotEmpty } from "../validation/pod-selectors.js";
import { validateCollisionCount } from "../validation/replicas-status.js";
import {
  intOrPercentOf,
  validateAllNonnegative,
  validateAtMost100Percent,
  validateIntOrPercent,
} from "../validation/values.js";
import { specOf, statusOf } from "../workload-parts.js";

export function validateDaemonSet(object: ApiObject): FieldError[] {
  const spec = specOf(object);
  const selector = objectOf(spec, "selector");
  const template = objectOf(spec, "template") ?? {};
  return [
    ...validateLabelSelector(selector, "spec.selector"),
    ...(isReadable(selector) ? validateTemplateLabels(template, selector, "spec.template") : []),
    ...(selector === undefined ? [] : validateNotEmpty(selector, "spec", "daemonset")),
    ...validateTemplate(template, "spec.template"),
    ...validateKeptRunning(template, "spec.template", "DaemonSet"),
    ...validateAllNonnegative(spec, ["minReadySeconds"], "spec"),
    ...validateStrategy(objectOf(spec, "updateStrategy") ?? {}, "spec.updateStrategy"),
    ...validateAllNonnegative(spec, ["revisionHistoryLimit"], "spec"),
  ];
}

export function validateDaemonSetUpdate(object: ApiObject, old: ApiObject): FieldError[] {
  return [
    ...immutable("spec.selector", specOf(object)["selector"], specOf(old)["selector"]),
    ...validateDaemonSet(object),
  ];
}

function validateStrategy(strategy: JsonObject, path: string): FieldError[] {
  const rollingUpdate = objectOf(strategy, "rollingUpdate");
  switch (textOf(strategy, "type")) {
    case "OnDelete":
      return [];
    case "RollingUpdate":
      return rollingUpdate === undefined
        ? [required(`${path}.rollingUpdate`)]
        : validateRollingUpdate(rollingUpdate, `${path}.rollingUpdate`);
    default:
      return [notSupportedInternal(path, strategy, deploymentStrategyForm, ["RollingUpdate", "OnDelete"])];
  }
}

function validateRollingUpdate(rollingUpdate: JsonObject, path: string): FieldError[] {
  const { maxUnavailable, maxSurge } = rollingUpdate;
  const hasUnavailable = intOrPercentOf(maxUnavailable) !== 0;
  const hasSurge = intOrPercentOf(maxSurge) !== 0;
  return [
    ...validateIntOrPercent(maxUnavailable, `${path}.maxUnavailable`),
    ...validateIntOrPercent(maxSurge, `${path}.maxSurge`),
    ...validateAtMost100Percent(maxUnavailable, `${path}.maxUnavailable`),
    ...validateAtMost100Percent(maxSurge, `${path}.maxSurge`),
    ...(hasUnavailable && hasSurge
      ? [invalid(`${path}.maxSurge`, maxSurge, "may not be set when maxUnavailable is non-zero")]
      : []),
    ...(!hasUnavailable && !hasSurge ? [required(`${path}.maxUnavailable`, "cannot be 0 when maxSurge is 0")] : []),
  ];
}

export function validateDaemonSetStatus(object: ApiObject, old: ApiObject): FieldError[] {
  const counts = [
    ...["currentNumberScheduled", "numberMisscheduled", "desiredNumberScheduled", "numberReady"],
    ...["observedGeneration", "updatedNumberScheduled", "numberAvailable", "numberUnavailable", "collisionCount"],
  ];
  return [...validateAllNonnegative(statusOf(object), counts, "status"), ...validateCollisionCount(object, old)];
}
