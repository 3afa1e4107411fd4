/** Source: validateMetricSpec in pkg/apis/autoscaling/validation/validation.go. */
import { type FieldError, forbidden, invalid, notSupported, required } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { numberOf, objectOf, textOf } from "../../json-fields.js";
import { isPositive, readQuantity } from "../pods/resource-lists.js";
import { checkDns1123Label, nameIsPathSegment } from "../validation/names.js";
import { faultsAt } from "../validation/values.js";
import { validateReference } from "./validate-reference.js";

const types = ["ContainerResource", "External", "Object", "Pods", "Resource"];

/** In the order in which they are checked. */
const sources: Readonly<Record<string, (source: JsonObject, path: string) => FieldError[]>> = {
  object: (source, path) => [
    ...validateReference(objectOf(source, "describedObject"), `${path}.describedObject`, "wellFormed"),
    ...validateNamed(source, path),
    ...validateAverage(source, path, "must set either a target value or averageValue"),
  ],
  external: (source, path) => [
    ...validateNamed(source, path),
    ...validateAverage(source, path, "must set either a target value for metric or a per-pod target"),
    ...validateNotBoth(
      source,
      path,
      ["value", "averageValue"],
      "value",
      "may not set both a target value for metric and a per-pod target",
    ),
  ],
  pods: (source, path) => [
    ...validateNamed(source, path),
    ...(objectOf(source, "target")?.["averageValue"] === undefined
      ? [required(`${path}.target.averageValue`, "must specify a positive target averageValue")]
      : []),
  ],
  resource: (source, path) => [...validateResourceName(source, path), ...validateResourceTarget(source, path)],
  containerResource: (source, path) => {
    const container = textOf(source, "container");
    return [
      ...validateResourceName(source, path),
      ...(container === ""
        ? [required(`${path}.container`, "must specify a container")]
        : faultsAt(`${path}.container`, container, checkDns1123Label(container))),
      ...validateResourceTarget(source, path),
    ];
  },
};

export function validateMetric(metric: JsonObject, path: string): FieldError[] {
  const type = textOf(metric, "type");
  const given = Object.keys(sources).filter((name) => objectOf(metric, name) !== undefined);
  const [first] = given;
  const expected = types.includes(type) ? `${type.slice(0, 1).toLowerCase()}${type.slice(1)}` : "";
  const unsupported = types.includes(type) ? [] : [notSupported(`${path}.type`, type, types)];
  return [
    ...(type === "" ? [required(`${path}.type`, "must specify a metric source type")] : []),
    ...unsupported,
    ...(first === undefined ? [] : (sources[first]?.(objectOf(metric, first) ?? {}, `${path}.${first}`) ?? [])),
    ...(expected !== "" && objectOf(metric, expected) === undefined
      ? [required(`${path}.${expected}`, "must populate information for the given metric source")]
      : []),
    ...unsupported,
    ...(given.length === 1
      ? []
      : given
          .filter((name) => name !== expected)
          .map((name) => forbidden(`${path}.${name}`, "must populate the given metric source only"))),
  ];
}

function validateNamed(source: JsonObject, path: string): FieldError[] {
  const metric = objectOf(source, "metric");
  const name = textOf(metric, "name");
  const at = `${path}.metric`;
  return [
    ...(name === ""
      ? [required(`${at}.name`, "must specify a metric name")]
      : faultsAt(`${at}.name`, name, nameIsPathSegment(name, false))),
    ...validateTarget(source, path),
  ];
}

function validateResourceName(source: JsonObject, path: string): FieldError[] {
  return textOf(source, "name") === "" ? [required(`${path}.name`, "must specify a resource name")] : [];
}

function validateTarget(source: JsonObject, path: string): FieldError[] {
  const target = objectOf(source, "target");
  const type = textOf(target, "type");
  const at = `${path}.target`;
  const utilization = numberOf(target, "averageUtilization");
  const isKnown = ["Utilization", "Value", "AverageValue"].includes(type);
  return [
    ...(type === "" ? [required(`${at}.type`, "must specify a metric target type")] : []),
    ...(isKnown ? [] : [invalid(`${at}.type`, type, "must be either Utilization, Value, or AverageValue")]),
    ...["value", "averageValue"].flatMap((name) => {
      const quantity = readQuantity(target?.[name]);
      return quantity === undefined || isPositive(quantity)
        ? []
        : [invalid(`${at}.${name}`, target?.[name], "must be positive")];
    }),
    ...(utilization !== undefined && utilization < 1
      ? [invalid(`${at}.averageUtilization`, utilization, "must be greater than 0")]
      : []),
  ];
}

function validateAverage(source: JsonObject, path: string, detail: string): FieldError[] {
  const target = objectOf(source, "target");
  const isNone = target?.["value"] === undefined && target?.["averageValue"] === undefined;
  return isNone ? [required(`${path}.target.averageValue`, detail)] : [];
}

function validateResourceTarget(source: JsonObject, path: string): FieldError[] {
  const target = objectOf(source, "target");
  const isNone = target?.["averageUtilization"] === undefined && target?.["averageValue"] === undefined;
  const both = "may not set both a target raw value and a target utilization";
  return [
    ...validateTarget(source, path),
    ...(isNone
      ? [required(`${path}.target.averageUtilization`, "must set either a target raw value or a target utilization")]
      : []),
    ...validateNotBoth(source, path, ["averageUtilization", "averageValue"], "averageValue", both),
  ];
}

function validateNotBoth(
  source: JsonObject,
  path: string,
  names: readonly string[],
  shown: string,
  detail: string,
): FieldError[] {
  const target = objectOf(source, "target");
  const areBoth = names.every((name) => target?.[name] !== undefined);
  return areBoth ? [forbidden(`${path}.target.${shown}`, detail)] : [];
}
