/** The kind is stored as v2. Source: pkg/registry/autoscaling/horizontalpodautoscaler/strategy.go, pkg/apis/autoscaling. */
import type { JsonObject } from "../../../core/json.js";
import {
  type ApiObject,
  ensureObject,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  setDefault,
  textOf,
} from "../../api-object.js";
import type { KindRules } from "../kind-rules.js";
import { rule } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import { statusValidator } from "../validation/workload-rules.js";
import { specOf, statusOf } from "../workload-parts.js";
import { cpuMetric } from "./convert-metrics.js";
import { v1Conversion } from "./convert-autoscaler.js";
import { validateAutoscaler, validateAutoscalerUpdate } from "./validate-autoscaler.js";

const autoscalerCells = cell.named(
  (object) => {
    const target = objectOf(specOf(object), "scaleTargetRef");
    return `${textOf(target, "kind")}/${textOf(target, "name")}`;
  },
  (object) => showMetrics(objectsOf(specOf(object), "metrics"), objectsOf(statusOf(object), "currentMetrics")),
  (object) => String(numberOf(specOf(object), "minReplicas") ?? "<unset>"),
  cell.number("spec.maxReplicas"),
  cell.number("status.currentReplicas"),
);

const common: KindRules = {
  status: { validateUpdate: statusValidator([rule.nonnegative("currentReplicas", "desiredReplicas")]) },
};

/** @param minimum - the least number of replicas */
export function autoscalerValidation(minimum: number): KindRules {
  return {
    validate: (object) => validateAutoscaler(object, minimum),
    validateUpdate: (object, old) => validateAutoscalerUpdate(object, old, minimum),
  };
}

export function autoscalerValidationV1(minimum: number): KindRules {
  const toV2 = (object: ApiObject): ApiObject => v1Conversion.toV2(object);
  return {
    validate: (object) => validateAutoscaler(toV2(object), minimum),
    validateUpdate: (object, old) => validateAutoscalerUpdate(toV2(object), toV2(old), minimum),
  };
}

export const horizontalPodAutoscaler: KindRules = {
  ...common,
  ...autoscalerValidation(1),
  setDefaults(object) {
    const spec = ensureObject(object, "spec");
    setDefault(spec, "minReplicas", 1);
    if (listOf(spec, "metrics").length === 0) spec["metrics"] = [cpuMetric(80)];
    const behavior = objectOf(spec, "behavior");
    if (behavior === undefined) return;
    behavior["scaleUp"] = { ...scaleUpDefaults(), ...objectOf(behavior, "scaleUp") };
    behavior["scaleDown"] = { ...scaleDownDefaults(), ...objectOf(behavior, "scaleDown") };
  },
  cells: autoscalerCells,
};

/** Validated and shown in its v2 form. */
export const horizontalPodAutoscalerV1: KindRules = {
  setDefaults: (object) => setDefault(ensureObject(object, "spec"), "minReplicas", 1),
  conversion: v1Conversion,
  ...autoscalerValidationV1(1),
  status: { ...common.status },
  cells: (object, now) => autoscalerCells(v1Conversion.toV2(object), now),
};

function scaleUpDefaults(): JsonObject {
  return {
    stabilizationWindowSeconds: 0,
    selectPolicy: "Max",
    policies: [
      { type: "Pods", value: 4, periodSeconds: 15 },
      { type: "Percent", value: 100, periodSeconds: 15 },
    ],
  };
}

function scaleDownDefaults(): JsonObject {
  return { selectPolicy: "Max", policies: [{ type: "Percent", value: 100, periodSeconds: 15 }] };
}

/** Source: formatHPAMetrics in pkg/printers/internalversion/printers.go. */
function showMetrics(metrics: readonly JsonObject[], current: readonly JsonObject[]): string {
  if (metrics.length === 0) return "<none>";
  const shown = metrics.map((metric, index) => showMetric(metric, current[index]));
  if (shown.length <= 2) return shown.join(", ");
  return `${shown.slice(0, 2).join(", ")} + ${shown.length - 2} more...`;
}

function showMetric(metric: JsonObject, status: JsonObject | undefined): string {
  const type = textOf(metric, "type");
  const key = `${type.slice(0, 1).toLowerCase()}${type.slice(1)}`;
  const source = objectOf(metric, key);
  const target = objectOf(source, "target");
  const now = objectOf(objectOf(status, key), "current");
  const average = target?.["averageValue"];
  const valueOf = (name: string): string => textOf(now, name) || "<unknown>";
  switch (key) {
    case "external":
    case "object":
      if (average !== undefined) return `${valueOf("averageValue")}/${textOf(target, "averageValue")} (avg)`;
      return `${valueOf("value")}/${textOf(target, "value")}`;
    case "pods":
      return `${valueOf("averageValue")}/${textOf(target, "averageValue")}`;
    case "resource":
    case "containerResource": {
      const name = textOf(source, "name");
      if (average !== undefined) return `${name}: ${valueOf("averageValue")}/${textOf(target, "averageValue")}`;
      return `${name}: ${percentOf(now, "<unknown>")}/${percentOf(target, "<auto>")}`;
    }
    default:
      return "<unknown type>";
  }
}

function percentOf(holder: JsonObject | undefined, otherwise: string): string {
  const utilization = numberOf(holder, "averageUtilization");
  return utilization === undefined ? otherwise : `${utilization}%`;
}
