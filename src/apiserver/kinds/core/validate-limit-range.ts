/** Source: pkg/apis/core/validation/validation.go (ValidateLimitRange). */
import { compareQuantities, doubleOf, type Quantity, quantityOf } from "../../../cel/quantity.js";
import type { LimitRange } from "../../../k8s/core/v1.js";
import type { JsonObject } from "../../../core/json.js";
import { type FieldError, forbidden, invalid, required } from "../../../core/field-error.js";
import { objectOf, textOf } from "../../api-object.js";
import { readQuantity } from "../pods/resource-lists.js";
import { allowsOvercommit, validateContainerResourceName, validateResourceName } from "../pods/validate-resources.js";
import { must, rule } from "../rules/index.js";

const types = ["Container", "PersistentVolumeClaim", "Pod"];
const listNames = ["max", "min", "default", "defaultRequest", "maxLimitRequestRatio"] as const;
type ListName = (typeof listNames)[number];

export const limitRangeRules: rule.Table<LimitRange> = [
  rule.object("spec", [
    rule.each("limits", [
      rule.text("type", must.beQualifiedName, [
        (type) => type.includes("/") || types.includes(type),
        "must be a standard limit type or fully qualified",
      ]),
      rule.text("type", must.beUnique()),
      ({ object, path }) => {
        const type = textOf(object, "type");
        return [...validateLists(object, type, path), ...validateValues(object, type, path)];
      },
    ]),
  ]),
];

function validateLists(limit: JsonObject, type: string, path: string): FieldError[] {
  const isOfStorage = type === "PersistentVolumeClaim";
  const hasSize = ["min", "max"].some((name) => objectOf(limit, name)?.["storage"] !== undefined);
  const detail = "either minimum or maximum storage value is required, but neither was provided";
  return [
    ...listsOf(type).flatMap((list) => validateNames(limit, list, type, path)),
    ...(type === "Pod" ? ["default", "defaultRequest"] : [])
      .filter((list) => Object.keys(objectOf(limit, list) ?? {}).length > 0)
      .map((list) => forbidden(`${path}.${list}`, "may not be specified when `type` is 'Pod'")),
    ...(isOfStorage && !hasSize ? [required(`${path}.limits`, detail)] : []),
  ];
}

function listsOf(type: string): readonly ListName[] {
  return type === "Pod" ? ["max", "min", "maxLimitRequestRatio"] : listNames;
}

function validateNames(limit: JsonObject, list: ListName, type: string, path: string): FieldError[] {
  const validate = type === "Pod" || type === "Container" ? validateContainerResourceName : validateResourceName;
  return Object.keys(objectOf(limit, list) ?? {}).flatMap((name) => validate(name, `${path}.${list}[${name}]`));
}

interface Bound {
  readonly text: string;
  readonly quantity: Quantity;
}

interface Order {
  readonly lower: ListName;
  readonly upper: ListName;
  /** The field of the error, and the field whose value the message shows. */
  readonly field: ListName;
  readonly shown: ListName;
}

const orders: readonly Order[] = [
  { lower: "min", upper: "max", field: "min", shown: "min" },
  { lower: "min", upper: "defaultRequest", field: "defaultRequest", shown: "defaultRequest" },
  { lower: "defaultRequest", upper: "max", field: "defaultRequest", shown: "defaultRequest" },
  { lower: "defaultRequest", upper: "default", field: "defaultRequest", shown: "defaultRequest" },
  { lower: "min", upper: "default", field: "default", shown: "min" },
  { lower: "default", upper: "max", field: "default", shown: "max" },
];

function wordFor(list: ListName, other: ListName): string {
  if (list === "defaultRequest") return "default request";
  if (list === "default") return other === "defaultRequest" ? "default limit" : "default";
  return list;
}

function validateValues(limit: JsonObject, type: string, path: string): FieldError[] {
  const lists = listsOf(type);
  const names = new Set(lists.flatMap((list) => Object.keys(objectOf(limit, list) ?? {})));
  return [...names].flatMap((name) => {
    const boundOf = (list: ListName): Bound | undefined => {
      const text = textOf(objectOf(limit, list), name);
      const quantity = lists.includes(list) ? readQuantity(text) : undefined;
      return quantity === undefined ? undefined : { text, quantity };
    };
    return [
      ...orders.flatMap((order) => validateOrder(order, boundOf, name, path)),
      ...validateRatio(boundOf, `${path}.maxLimitRequestRatio[${name}]`),
      ...validateFixed(boundOf, name, path),
    ];
  });
}

type Bounds = (list: ListName) => Bound | undefined;

function validateOrder(
  { lower, upper, field, shown }: Order,
  boundOf: Bounds,
  name: string,
  path: string,
): FieldError[] {
  const [low, high] = [boundOf(lower), boundOf(upper)];
  if (low === undefined || high === undefined || compareQuantities(low.quantity, high.quantity) <= 0) return [];
  const detail = `${wordFor(lower, upper)} value ${low.text} is greater than ${wordFor(upper, lower)} value ${high.text}`;
  return [invalid(`${path}.${field}[${name}]`, boundOf(shown)?.text, detail)];
}

function validateRatio(boundOf: Bounds, path: string): FieldError[] {
  const [ratio, min, max] = [boundOf("maxLimitRequestRatio"), boundOf("min"), boundOf("max")];
  if (ratio === undefined) return [];
  const isTooSmall = compareQuantities(ratio.quantity, quantityOf(1n)) < 0;
  const faults = isTooSmall ? [invalid(path, ratio.text, `ratio ${ratio.text} is less than 1`)] : [];
  if (min === undefined || max === undefined) return faults;
  const most = doubleOf(max.quantity) / doubleOf(min.quantity);
  if (!(doubleOf(ratio.quantity) > most)) return faults;
  return [...faults, invalid(path, ratio.text, `ratio ${ratio.text} is greater than max/min = ${most.toFixed(6)}`)];
}

/** The request of a resource that cannot be overcommitted must equal its limit. */
function validateFixed(boundOf: Bounds, name: string, path: string): FieldError[] {
  const [limit, request] = [boundOf("default"), boundOf("defaultRequest")];
  if (allowsOvercommit(name) || limit === undefined || request === undefined) return [];
  if (compareQuantities(limit.quantity, request.quantity) === 0) return [];
  const detail = `default value ${limit.text} must equal to defaultRequest value ${request.text} in ${name}`;
  return [invalid(`${path}.defaultRequest[${name}]`, request.text, detail)];
}
