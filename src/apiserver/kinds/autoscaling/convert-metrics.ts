/** Metrics between autoscaling/v2 and the annotations of v1. Source: pkg/apis/autoscaling/v1/conversion.go. */
import type { Json, JsonObject } from "../../../core/json.js";
import { objectOf, textOf } from "../../json-fields.js";

/** What is absent is left out. */
function withoutAbsent(fields: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function sourceKey(metric: JsonObject): string {
  const type = textOf(metric, "type");
  return `${type.slice(0, 1).toLowerCase()}${type.slice(1)}`;
}

export function metricToV1(metric: JsonObject): JsonObject {
  const key = sourceKey(metric);
  const source = objectOf(metric, key) ?? {};
  const target = objectOf(source, "target") ?? {};
  const named = objectOf(source, "metric") ?? {};
  const { value, averageValue, averageUtilization } = target;
  const convert: Readonly<Record<string, () => JsonObject>> = {
    object: () =>
      withoutAbsent({
        target: source["describedObject"],
        metricName: named["name"],
        targetValue: value ?? "0",
        selector: named["selector"],
        averageValue,
      }),
    pods: () =>
      withoutAbsent({
        metricName: named["name"],
        targetAverageValue: averageValue ?? "0",
        selector: named["selector"],
      }),
    external: () =>
      withoutAbsent({
        metricName: named["name"],
        metricSelector: named["selector"],
        targetValue: value,
        targetAverageValue: averageValue,
      }),
    resource: () =>
      withoutAbsent({
        name: source["name"],
        targetAverageUtilization: averageUtilization,
        targetAverageValue: averageValue,
      }),
    containerResource: () =>
      withoutAbsent({
        name: source["name"],
        targetAverageUtilization: averageUtilization,
        targetAverageValue: averageValue,
        container: source["container"],
      }),
  };
  return withoutAbsent({ type: metric["type"], [key]: convert[key]?.() });
}

export function metricToV2(metric: JsonObject): JsonObject {
  const key = sourceKey(metric);
  const source = objectOf(metric, key) ?? {};
  const { metricName: name, selector, metricSelector, name: resource, container } = source;
  const { targetValue: value, averageValue: average, targetAverageValue: averageValue } = source;
  const averageUtilization = source["targetAverageUtilization"];
  const resourceTarget = withoutAbsent({
    type: averageUtilization === undefined ? "AverageValue" : "Utilization",
    averageValue,
    averageUtilization,
  });
  const convert: Readonly<Record<string, () => JsonObject>> = {
    object: () => ({
      describedObject: objectOf(source, "target") ?? {},
      target: withoutAbsent({ type: average === undefined ? "Value" : "AverageValue", value, averageValue: average }),
      metric: withoutAbsent({ name, selector }),
    }),
    pods: () => ({
      metric: withoutAbsent({ name, selector }),
      target: withoutAbsent({ type: "AverageValue", averageValue }),
    }),
    external: () => ({
      metric: withoutAbsent({ name, selector: metricSelector }),
      target: withoutAbsent({ type: value === undefined ? "AverageValue" : "Value", value, averageValue }),
    }),
    resource: () => withoutAbsent({ name: resource, target: resourceTarget }),
    containerResource: () => withoutAbsent({ name: resource, target: resourceTarget, container }),
  };
  return withoutAbsent({ type: metric["type"], [key]: convert[key]?.() });
}

export function metricStatusToV1(metric: JsonObject): JsonObject {
  const key = sourceKey(metric);
  const source = objectOf(metric, key) ?? {};
  const current = objectOf(source, "current") ?? {};
  const named = objectOf(source, "metric") ?? {};
  const { value, averageValue, averageUtilization } = current;
  const convert: Readonly<Record<string, () => JsonObject>> = {
    object: () =>
      withoutAbsent({
        target: source["describedObject"],
        metricName: named["name"],
        currentValue: value ?? "0",
        selector: named["selector"],
        averageValue,
      }),
    pods: () =>
      withoutAbsent({
        metricName: named["name"],
        currentAverageValue: averageValue ?? "0",
        selector: named["selector"],
      }),
    external: () =>
      withoutAbsent({
        metricName: named["name"],
        metricSelector: named["selector"],
        currentValue: value ?? "0",
        currentAverageValue: averageValue,
      }),
  };
  const resource = (): JsonObject =>
    withoutAbsent({
      name: source["name"],
      currentAverageUtilization: averageUtilization,
      currentAverageValue: averageValue ?? "0",
      container: source["container"],
    });
  return withoutAbsent({ type: metric["type"], [key]: (convert[key] ?? resource)() });
}

export function metricStatusToV2(metric: JsonObject): JsonObject {
  const key = sourceKey(metric);
  const source = objectOf(metric, key) ?? {};
  const { metricName: name, selector, metricSelector, name: resource, container } = source;
  const current = withoutAbsent({
    value: source["currentValue"],
    averageValue: source["currentAverageValue"] ?? source["averageValue"],
    averageUtilization: source["currentAverageUtilization"],
  });
  const identifier = withoutAbsent({ name, selector: selector ?? metricSelector });
  const convert: Readonly<Record<string, () => JsonObject>> = {
    object: () => withoutAbsent({ metric: identifier, current, describedObject: source["target"] }),
    pods: () => ({ metric: identifier, current }),
    external: () => ({ metric: identifier, current }),
  };
  const ofResource = (): JsonObject => withoutAbsent({ name: resource, current, container });
  return withoutAbsent({ type: metric["type"], [key]: (convert[key] ?? ofResource)() });
}
