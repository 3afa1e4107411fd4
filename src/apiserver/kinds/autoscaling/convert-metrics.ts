/** Converts metrics between autoscaling/v2 and the annotations of v1. Source: pkg/apis/autoscaling/v1/conversion.go. */
import type { Json, JsonObject } from "../../../core/json.js";
import { ownOf } from "../../../core/own-members.js";
import { ensureObject, objectOf, textOf } from "../../api-object.js";

/** Per metric source: the name of a field in v1 and its path in v2. `!` marks a field that v1 always contains. */
type Names = Readonly<Record<string, readonly string[]>>;

const resource = ["name=name", "targetAverageUtilization=target.averageUtilization"];
const specNames: Names = {
  object: [
    ...["target=describedObject", "metricName=metric.name", "targetValue=target.value!", "selector=metric.selector"],
    "averageValue=target.averageValue",
  ],
  pods: ["metricName=metric.name", "targetAverageValue=target.averageValue!", "selector=metric.selector"],
  external: [
    ...["metricName=metric.name", "metricSelector=metric.selector", "targetValue=target.value"],
    "targetAverageValue=target.averageValue",
  ],
  resource: [...resource, "targetAverageValue=target.averageValue"],
  containerResource: [...resource, "targetAverageValue=target.averageValue", "container=container"],
};
const statusNames: Names = {
  object: [
    ...["target=describedObject", "metricName=metric.name", "currentValue=current.value!", "selector=metric.selector"],
    "averageValue=current.averageValue",
  ],
  pods: ["metricName=metric.name", "currentAverageValue=current.averageValue!", "selector=metric.selector"],
  external: [
    ...["metricName=metric.name", "metricSelector=metric.selector", "currentValue=current.value!"],
    "currentAverageValue=current.averageValue",
  ],
};
const resourceStatus = [
  ...["name=name", "currentAverageUtilization=current.averageUtilization"],
  ...["currentAverageValue=current.averageValue!", "container=container"],
];

export const metricToV1 = (metric: JsonObject): JsonObject => convert(metric, (key) => ownOf(specNames, key), toV1);
export const metricStatusToV1 = (metric: JsonObject): JsonObject => convert(metric, namesOfStatus, toV1);
export const metricStatusToV2 = (metric: JsonObject): JsonObject => convert(metric, namesOfStatus, toV2);
export function metricToV2(metric: JsonObject): JsonObject {
  return convert(
    metric,
    (key) => ownOf(specNames, key),
    (source, names, key) => {
      const converted = toV2(source, names);
      const target = ensureObject(converted, "target");
      target["type"] = targetType(key, target);
      if (key === "object") ensureObject(converted, "describedObject");
      return converted;
    },
  );
}

function namesOfStatus(key: string): readonly string[] {
  return ownOf(statusNames, key) ?? resourceStatus;
}

function convert(
  metric: JsonObject,
  namesOf: (key: string) => readonly string[] | undefined,
  change: (source: JsonObject, names: readonly string[], key: string) => JsonObject,
): JsonObject {
  const type = textOf(metric, "type");
  const key = `${type.slice(0, 1).toLowerCase()}${type.slice(1)}`;
  const names = namesOf(key);
  const shown = metric["type"] === undefined ? {} : { type: metric["type"] };
  return names === undefined ? shown : { ...shown, [key]: change(objectOf(metric, key) ?? {}, names, key) };
}

function toV1(source: JsonObject, names: readonly string[]): JsonObject {
  const values = names.map((each): [string, Json | undefined] => {
    const [, name = "", holder, field = "", always] = /^(\w+)=(?:(\w+)\.)?(\w+)(!?)$/.exec(each) ?? [];
    const value = (holder === undefined ? source : objectOf(source, holder))?.[field];
    return [name, value ?? (always === "!" ? "0" : undefined)];
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function toV2(source: JsonObject, names: readonly string[]): JsonObject {
  const converted: JsonObject = {};
  for (const each of names) {
    const [, name = "", holder, field = ""] = /^(\w+)=(?:(\w+)\.)?(\w+)!?$/.exec(each) ?? [];
    const place = holder === undefined ? converted : ensureObject(converted, holder);
    if (source[name] !== undefined) place[field] = source[name];
  }
  return converted;
}

function targetType(key: string, { value, averageValue, averageUtilization }: JsonObject): string {
  if (key === "object") return averageValue === undefined ? "Value" : "AverageValue";
  if (key === "external") return value === undefined ? "AverageValue" : "Value";
  return averageUtilization === undefined ? "AverageValue" : "Utilization";
}

/** The target is a percentage of the pods' requests. */
export function cpuMetric(utilization: number): JsonObject {
  const target = { type: "Utilization", averageUtilization: utilization };
  return { type: "Resource", resource: { name: "cpu", target } };
}
