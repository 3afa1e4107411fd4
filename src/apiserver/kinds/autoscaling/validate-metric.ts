/** Source: validateMetricSpec in pkg/apis/autoscaling/validation/validation.go. */
import type * as autoscaling from "../../../k8s/autoscaling/v2.js";
import { forbidden, required } from "../../../core/field-error.js";
import { objectOf, textOf } from "../../api-object.js";
import { isPositive, readQuantity } from "../pods/resource-lists.js";
import { must, rule } from "../rules/index.js";
import { nameIsPathSegment } from "../validation/names.js";

/** The check of a reference's apiVersion. */
export type VersionRule = "any" | "wellFormed" | "withGroup";

/** The rules of a reference to another object. */
export function reference<Context>(
  ruleOf: (context: Context) => VersionRule,
): rule.Table<autoscaling.CrossVersionObjectReference, Context> {
  return [
    rule.text("kind", must.beSet(), must.haveForm(nameIsPathSegment)),
    rule.text("name", must.beSet(), must.haveForm(nameIsPathSegment)),
    rule.text(
      "apiVersion",
      [
        (version, { context }) => ruleOf(context) === "any" || version.split("/").length <= 2,
        (version) => `unexpected GroupVersion string: ${version}`,
      ],
      [
        (version, { context }) => ruleOf(context) !== "withGroup" || /^[^/]+\//.test(version),
        "apiVersion must specify API group",
      ],
    ),
  ];
}

const bePositive: rule.Demand<rule.Judged> = [
  (value) => {
    const quantity = typeof value === "object" ? undefined : readQuantity(value);
    return quantity === undefined || isPositive(quantity);
  },
  "must be positive",
];

const target: rule.Table<autoscaling.MetricTarget> = [
  rule.text("type", must.beSet("must specify a metric target type")),
  rule.text("type", [
    (type) => ["Utilization", "Value", "AverageValue"].includes(type),
    "must be either Utilization, Value, or AverageValue",
  ]),
  rule.value("value", bePositive),
  rule.value("averageValue", bePositive),
  rule.numberPointer("averageUtilization", must.beIn(1, Infinity, "must be greater than 0")),
];

type TargetRule = rule.Rule<autoscaling.MetricTarget, unknown>;

/** Requires one of the fields. */
function someOf(fields: readonly string[], shown: string, detail: string): TargetRule {
  return rule.requiredIf(shown, detail, (object) => fields.every((field) => object[field] === undefined));
}

function notBoth(fields: readonly string[], shown: string, detail: string): TargetRule {
  return rule.forbiddenIf(shown, detail, (object) => fields.every((field) => object[field] !== undefined));
}

const values = ["value", "averageValue"];
const resourceValues = ["averageUtilization", "averageValue"];

const metric: rule.Rule<{ metric: autoscaling.MetricIdentifier }, unknown> = rule.object("metric", [
  rule.text("name", must.beSet("must specify a metric name"), must.haveForm(nameIsPathSegment)),
]);
const resourceName: rule.Rule<{ name: string }, unknown> = rule.text(
  "name",
  must.beSet("must specify a resource name"),
);
const resourceTarget: rule.Rule<{ target: autoscaling.MetricTarget }, unknown> = rule.object("target", [
  ...target,
  someOf(resourceValues, "averageUtilization", "must set either a target raw value or a target utilization"),
  notBoth(resourceValues, "averageValue", "may not set both a target raw value and a target utilization"),
]);

const objectSource: rule.Table<autoscaling.ObjectMetricSource> = [
  rule.object(
    "describedObject",
    reference(() => "wellFormed"),
  ),
  metric,
  rule.object("target", [...target, someOf(values, "averageValue", "must set either a target value or averageValue")]),
];
const externalSource: rule.Table<autoscaling.ExternalMetricSource> = [
  metric,
  rule.object("target", [
    ...target,
    someOf(values, "averageValue", "must set either a target value for metric or a per-pod target"),
    notBoth(values, "value", "may not set both a target value for metric and a per-pod target"),
  ]),
];
const podsSource: rule.Table<autoscaling.PodsMetricSource> = [
  metric,
  rule.object("target", [
    ...target,
    someOf(["averageValue"], "averageValue", "must specify a positive target averageValue"),
  ]),
];
const containerSource: rule.Table<autoscaling.ContainerResourceMetricSource> = [
  resourceName,
  rule.text("container", must.beSet("must specify a container"), must.beLabel),
  resourceTarget,
];

/** The metric sources by field, in validation order. */
const sources: Readonly<Record<string, rule.Rule<autoscaling.MetricSpec, unknown>>> = {
  object: rule.optional("object", objectSource),
  external: rule.optional("external", externalSource),
  pods: rule.optional("pods", podsSource),
  resource: rule.optional("resource", [resourceName, resourceTarget]),
  containerResource: rule.optional("containerResource", containerSource),
};

const typeIsKnown: rule.Rule<autoscaling.MetricSpec, unknown> = rule.text(
  "type",
  must.beOneOf("ContainerResource", "External", "Object", "Pods", "Resource"),
);

export const metricRules: rule.Table<autoscaling.MetricSpec> = [
  rule.text("type", must.beSet("must specify a metric source type")),
  typeIsKnown,
  (place) => sources[rule.given(place.object, Object.keys(sources))[0] ?? ""]?.(place) ?? [],
  ({ object, path }) => {
    const expected = sourceOf(object);
    const isMissing = expected !== undefined && objectOf(object, expected) === undefined;
    return isMissing ? [required(`${path}.${expected}`, "must populate information for the given metric source")] : [];
  },
  typeIsKnown,
  ({ object, path }) => {
    const given = rule.given(object, Object.keys(sources));
    if (given.length === 1) return [];
    const others = given.filter((name) => name !== sourceOf(object));
    return others.map((name) => forbidden(`${path}.${name}`, "must populate the given metric source only"));
  },
];

function sourceOf(object: Parameters<typeof textOf>[0]): string | undefined {
  const type = textOf(object, "type");
  const name = `${type.slice(0, 1).toLowerCase()}${type.slice(1)}`;
  return Object.hasOwn(sources, name) && name !== type ? name : undefined;
}
