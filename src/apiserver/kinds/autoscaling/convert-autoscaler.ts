/**
 * autoscaling/v1 has a single metric, the CPU. Annotations contain everything else that v2 supports.
 * Source: pkg/apis/autoscaling/v1/conversion.go.
 */
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.js";
import { type ApiObject, numberOf, objectOf, objectsOf, textMapOf, textOf } from "../../api-object.js";
import type { Conversion } from "../../resource.js";
import { specOf, statusOf } from "../workload-parts.js";
import { cpuMetric, metricStatusToV1, metricStatusToV2, metricToV1, metricToV2 } from "./convert-metrics.js";

const annotationPrefix = "autoscaling.alpha.kubernetes.io/";
const annotations = {
  metrics: `${annotationPrefix}metrics`,
  behavior: `${annotationPrefix}behavior`,
  currentMetrics: `${annotationPrefix}current-metrics`,
  conditions: `${annotationPrefix}conditions`,
};

export const v1Conversion: Conversion & { toV2(object: ApiObject): ApiObject } = {
  storedApiVersion: "autoscaling/v2",
  toServed: (objects) => Promise.resolve(objects.map(toV1)),
  toStored: (objects) => Promise.resolve(objects.map(toV2)),
  toV2,
};

/** Returns the target of a metric if it is the CPU metric of v1. */
function cpuTargetOf(metric: JsonObject | undefined): number | undefined {
  const resource = objectOf(metric, "resource");
  return textOf(resource, "name") === "cpu" ? numberOf(objectOf(resource, "target"), "averageUtilization") : undefined;
}

function toV1(object: ApiObject): ApiObject {
  const spec = specOf(object);
  const status = statusOf(object);
  const metrics = objectsOf(spec, "metrics");
  const target = cpuTargetOf(metrics.find((metric) => cpuTargetOf(metric) !== undefined));
  const others = metrics.filter((metric) => cpuTargetOf(metric) === undefined);
  const current = objectsOf(status, "currentMetrics");
  const currentCpu = objectOf(
    current.find((metric) => textOf(objectOf(metric, "resource"), "name") === "cpu"),
    "resource",
  );
  const utilization = numberOf(objectOf(currentCpu, "current"), "averageUtilization");
  const behavior = objectOf(spec, "behavior");
  const conditions = objectsOf(status, "conditions");
  const kept = Object.entries(textMapOf(object.metadata, "annotations")).filter(([key]) => !isOwn(key));
  const ofOthers: Readonly<Record<string, Json>> = {
    [annotations.metrics]: others.map(metricToV1),
    [annotations.currentMetrics]: current.map(metricStatusToV1),
    [annotations.behavior]: behavior === undefined ? [] : showBehavior(behavior),
    [annotations.conditions]: [...conditions],
  };
  const added = Object.entries(ofOthers)
    .filter(([, value]) => !Array.isArray(value) || value.length > 0)
    .map(([key, value]) => [key, JSON.stringify(value)] as const);
  return {
    ...object,
    apiVersion: "autoscaling/v1",
    metadata: withAnnotations(object, [...kept, ...added]),
    spec: {
      ...pick(spec, ["scaleTargetRef", "minReplicas", "maxReplicas"]),
      ...(target === undefined ? {} : { targetCPUUtilizationPercentage: target }),
    },
    status: {
      ...pick(status, ["observedGeneration", "lastScaleTime"]),
      currentReplicas: numberOf(status, "currentReplicas") ?? 0,
      desiredReplicas: numberOf(status, "desiredReplicas") ?? 0,
      ...(utilization === undefined ? {} : { currentCPUUtilizationPercentage: utilization }),
    },
  };
}

function toV2(object: ApiObject): ApiObject {
  const spec = specOf(object);
  const status = statusOf(object);
  const given = textMapOf(object.metadata, "annotations");
  const cpu = numberOf(spec, "targetCPUUtilizationPercentage");
  const metrics = [
    ...readObjects(given[annotations.metrics]).map(metricToV2),
    ...(cpu === undefined ? [] : [cpuMetric(cpu)]),
  ];
  const behavior = readBehavior(given[annotations.behavior]);
  const current = readObjects(given[annotations.currentMetrics]).map(metricStatusToV2);
  const utilization = numberOf(status, "currentCPUUtilizationPercentage");
  const ownCurrent: JsonObject[] =
    current.length === 0 && utilization !== undefined
      ? [{ type: "Resource", resource: { name: "cpu", current: { averageUtilization: utilization } } }]
      : current;
  const conditions = readObjects(given[annotations.conditions]);
  return {
    ...object,
    apiVersion: "autoscaling/v2",
    metadata: withAnnotations(
      object,
      Object.entries(given).filter(([key]) => !isOwn(key)),
    ),
    spec: {
      ...pick(spec, ["scaleTargetRef", "minReplicas", "maxReplicas"]),
      metrics: metrics.length === 0 ? [cpuMetric(80)] : metrics,
      ...(behavior === undefined ? {} : { behavior }),
    },
    status: {
      ...pick(status, ["observedGeneration", "lastScaleTime", "currentReplicas"]),
      desiredReplicas: numberOf(status, "desiredReplicas") ?? 0,
      currentMetrics: ownCurrent.length === 0 ? null : ownCurrent,
      ...(conditions.length === 0 ? {} : { conditions }),
    },
  };
}

function isOwn(key: string): boolean {
  return Object.values(annotations).includes(key);
}

function withAnnotations(
  { metadata }: ApiObject,
  entries: readonly (readonly [string, string])[],
): ApiObject["metadata"] {
  const changed = { ...metadata };
  delete changed.annotations;
  return entries.length === 0 ? changed : { ...changed, annotations: Object.fromEntries(entries) };
}

function pick(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap((name) => (object[name] === undefined ? [] : [[name, object[name]]])));
}

function readObjects(text: string | undefined): JsonObject[] {
  const value = readJson(text);
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function readJson(text: string | undefined): Json {
  if (text === undefined) return null;
  try {
    // Invalid JSON counts as a missing annotation.
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** The internal type has no JSON tags, so the annotation uses the Go field names. */
function goName(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

const directions = ["scaleUp", "scaleDown"];
const ruleFields = ["stabilizationWindowSeconds", "selectPolicy", "policies", "tolerance"];
const policyFields: JsonObject = { type: "", value: 0, periodSeconds: 0 };

function showBehavior(behavior: JsonObject): JsonObject {
  return Object.fromEntries(directions.map((name) => [goName(name), showRules(objectOf(behavior, name))]));
}

function showRules(rules: JsonObject | undefined): JsonObject | null {
  if (rules === undefined) return null;
  const policies = objectsOf(rules, "policies").map((policy) =>
    Object.fromEntries(Object.entries(policyFields).map(([name, zero]) => [goName(name), policy[name] ?? zero])),
  );
  const all: JsonObject = { ...rules, policies };
  return Object.fromEntries(ruleFields.map((name) => [goName(name), all[name] ?? null]));
}

function readBehavior(text: string | undefined): JsonObject | undefined {
  const value = readJson(text);
  if (!isJsonObject(value)) return undefined;
  const rules = directions.flatMap((name) => {
    const own = objectOf(value, goName(name));
    return own === undefined ? [] : [[name, readRules(own)] as const];
  });
  return rules.length === 0 ? undefined : Object.fromEntries(rules);
}

function readRules(rules: JsonObject): JsonObject {
  const policies = objectsOf(rules, "Policies").map((policy) =>
    Object.fromEntries(Object.entries(policyFields).map(([name, zero]) => [name, policy[goName(name)] ?? zero])),
  );
  const all: JsonObject = { ...rules, Policies: policies.length === 0 ? null : policies };
  const given = ruleFields.map((name) => [name, all[goName(name)] ?? null] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== null));
}
